fun between lo x hi = lo <= x andalso x - hi
