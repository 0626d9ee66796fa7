/* W3: small stop-and-wait, 100,000 packets, one buffer each way. A buffer with 0 is empty. */
#define PACKETS 100000

int nextsend = 1;
int nextrec = 1;
int data;
int ack;

active proctype protocol() {
  do
  :: d_step { nextsend <= PACKETS && data == 0 -> data = nextsend }
  :: d_step { data != 0 -> data = 0 }
  :: d_step { data != 0 && data == nextrec && ack == 0 -> nextrec = nextrec + 1; ack = nextrec; data = 0 }
  :: d_step { data != 0 && data != nextrec && ack == 0 -> ack = nextrec; data = 0 }
  :: d_step { ack != 0 -> ack = 0 }
  :: d_step { ack != 0 -> nextsend = ack; ack = 0 }
  od
}
