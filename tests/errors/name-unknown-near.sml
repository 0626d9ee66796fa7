fun average xs = sum xs div lenght xs
