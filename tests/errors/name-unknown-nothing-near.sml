val total = quux + 1
