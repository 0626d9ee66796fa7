/* W1: dining philosophers, n = 28, both forks taken at once.
   One process and one word: bit p says that philosopher p eats, and a fork is free if neither of its two neighbours eats.
   Each option is one step, so the stored states are the markings and nothing in between. */
#define N 28
#define BIT(p) (1 << ((p) % N))
#define P(p) \
  :: d_step { (eat & (BIT(p) | BIT(p + 1) | BIT(p + N - 1))) == 0 -> eat = eat | BIT(p) } \
  :: d_step { (eat & BIT(p)) != 0 -> eat = eat & ~BIT(p) }

int eat;

active proctype table() {
  do
  P(0) P(1) P(2) P(3) P(4) P(5) P(6) P(7) P(8) P(9) P(10) P(11) P(12) P(13)
  P(14) P(15) P(16) P(17) P(18) P(19) P(20) P(21) P(22) P(23) P(24) P(25) P(26) P(27)
  od
}
