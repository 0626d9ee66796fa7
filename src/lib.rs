//! Sweepnet: Coloured Petri nets in text files.
