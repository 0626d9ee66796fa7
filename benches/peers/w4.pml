/* W4: distributed database, n = 11 sites.
   One change at a time: `writer` is the site that waits, from 1, or 0. Of its messages those in `sent` are not yet received, those in
   `received` are being performed, all others of the change are acknowledged. */
#define N 11
#define ALL ((1 << N) - 1)
#define BIT(s) (1 << (s))
#define S(s) \
  :: d_step { writer == 0 -> writer = s + 1; sent = ALL & ~BIT(s) } \
  :: d_step { (sent & BIT(s)) != 0 -> sent = sent & ~BIT(s); received = received | BIT(s) } \
  :: d_step { (received & BIT(s)) != 0 -> received = received & ~BIT(s) }

byte writer;
short sent;
short received;

active proctype database() {
  do
  S(0) S(1) S(2) S(3) S(4) S(5) S(6) S(7) S(8) S(9) S(10)
  :: d_step { writer != 0 && sent == 0 && received == 0 -> writer = 0 }
  od
}
