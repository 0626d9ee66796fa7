(* Text streams. A program here reads and writes no files: a net gives the same result on every machine, and nothing happens to the one it runs on. There
   are no files to read, standard input is at its end, and what is written to a file goes nowhere. What is written to `stdOut` is printed. *)

structure IO = struct
  (** What failed, on which file, and why. *)
  exception Io of {name : string, function : string, cause : exn}
end

structure TextIO = struct
  datatype instream = Input
  datatype outstream = Output of string

  local
    fun refuse (function, name) = raise IO.Io {name = name, function = function, cause = Fail "a net reads no files"}
  in
    (** There are no files to read.
        >> (TextIO.openIn "data.txt"; "read") handle IO.Io {name, ...} => name
        "data.txt" *)
    fun openIn name : instream = refuse ("openIn", name)
  end

  (** Standard input, which is at its end.
      >> TextIO.endOfStream TextIO.stdIn
      true *)
  val stdIn = Input

  (** Standard output.
      >> TextIO.flushOut TextIO.stdOut
      () *)
  val stdOut = Output "-"

  (** Standard error, which goes nowhere.
      >> TextIO.output (TextIO.stdErr, "x")
      () *)
  val stdErr = Output ""

  (** A file to write to. What is written to it goes nowhere.
      >> TextIO.output (TextIO.openOut "log.txt", "x")
      () *)
  fun openOut name = Output ("file " ^ name)

  (** The same.
      >> TextIO.closeOut (TextIO.openAppend "log.txt")
      () *)
  fun openAppend name = Output ("file " ^ name)

  (** Writes a text.
      >> TextIO.output (TextIO.stdOut, "")
      () *)
  fun output (Output stream, text) = if stream = "-" then print text else ()

  (** Writes a character.
      >> TextIO.output1 (TextIO.stdErr, #"a")
      () *)
  fun output1 (stream, c) = output (stream, str c)

  (** Writes what may wait to be written.
      >> TextIO.flushOut TextIO.stdOut
      () *)
  fun flushOut (_ : outstream) = ()

  (** Ends writing.
      >> TextIO.closeOut TextIO.stdErr
      () *)
  fun closeOut (_ : outstream) = ()

  (** The next line.
      >> TextIO.inputLine TextIO.stdIn
      NONE *)
  fun inputLine Input : string option = NONE

  (** All that is left.
      >> TextIO.inputAll TextIO.stdIn
      "" *)
  fun inputAll Input = ""

  (** Some of what is left.
      >> TextIO.input TextIO.stdIn
      "" *)
  fun input Input = ""

  (** The next characters.
      >> TextIO.inputN (TextIO.stdIn, 3)
      "" *)
  fun inputN (Input, _ : int) = ""

  (** The next character.
      >> TextIO.input1 TextIO.stdIn
      NONE *)
  fun input1 Input : char option = NONE

  (** The next character, which stays the next.
      >> TextIO.lookahead TextIO.stdIn
      NONE *)
  fun lookahead Input : char option = NONE

  (** Whether nothing is left.
      >> TextIO.endOfStream TextIO.stdIn
      true *)
  fun endOfStream Input = true

  (** Reads a value as `scan` finds it in the characters that are left.
      >> TextIO.scanStream Real.scan TextIO.stdIn
      NONE *)
  fun scanStream scan stream =
    case scan (fn Input => NONE : (char * instream) option) stream of
      NONE => NONE
    | SOME (value, _) => SOME value

  (** Ends reading.
      >> TextIO.closeIn TextIO.stdIn
      () *)
  fun closeIn (_ : instream) = ()

  (** Prints a text.
      >> TextIO.print ""
      () *)
  val print = print
end

(* The functions of every colour set that read and write colours: `INT.input stream`, `INT.output (stream, 3)`. *)
structure ColourIO = struct
  local
    fun refuse function = raise IO.Io {name = "", function = function, cause = Fail "a net reads no files"}
  in
    (** There are no files to read.
        >> (ColourIO.input TextIO.stdIn : int) handle IO.Io _ => 0
        0 *)
    fun input (_ : TextIO.instream) = refuse "input"

    (** There are no files to read.
        >> (ColourIO.input_ms TextIO.stdIn : int ms) handle IO.Io _ => 1`0
        1`0 *)
    fun input_ms (_ : TextIO.instream) : 'a ms = refuse "input_ms"
  end

  (** Written to a file, a colour goes nowhere.
      >> ColourIO.output (TextIO.openOut "log.txt", 3)
      () *)
  fun output (_ : TextIO.outstream, _ : 'a) = ()

  (** Written to a file, a multi-set goes nowhere.
      >> ColourIO.output_ms (TextIO.openOut "log.txt", 2`3)
      () *)
  fun output_ms (_ : TextIO.outstream, _ : 'a ms) = ()
end
