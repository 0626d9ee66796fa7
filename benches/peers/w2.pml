/* W2: two-phase commit with 12 workers.
   While votes are collected `pending` are the workers that have not voted; while acknowledgements are collected, those that have not
   acknowledged the decision. The decision follows from `yes`: commit if all are in it. */
#define N 12
#define ALL ((1 << N) - 1)
#define BIT(w) (1 << (w))
#define W(w) \
  :: d_step { phase == votes && (pending & BIT(w)) != 0 -> pending = pending & ~BIT(w); yes = yes | BIT(w) } \
  :: d_step { phase == votes && (pending & BIT(w)) != 0 -> pending = pending & ~BIT(w) } \
  :: d_step { phase == acks && (pending & BIT(w)) != 0 -> pending = pending & ~BIT(w) }

#define idle 0
#define votes 1
#define acks 2

byte phase;
short pending;
short yes;

active proctype commit() {
  do
  :: d_step { phase == idle -> phase = votes; pending = ALL }
  W(0) W(1) W(2) W(3) W(4) W(5) W(6) W(7) W(8) W(9) W(10) W(11)
  :: d_step { phase == votes && pending == 0 -> phase = acks; pending = yes }
  :: d_step { phase == acks && pending == 0 -> phase = idle; yes = 0 }
  od
}
