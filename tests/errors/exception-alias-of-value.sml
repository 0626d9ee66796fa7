exception Wrong = SOME
