fun f x =
	let
		val y	= x ^ 1
	in
		y
	end
