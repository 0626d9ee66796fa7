(* Runs programs in Poly/ML and prints what Sweepnet should print for them.

   `Oracle.run text` evaluates a text phrase by phrase in an environment of its own. Of each phrase it prints the values it binds, in the order of
   declaration, as `val x = 3 : int`; datatypes, structures and exceptions are not printed. Reals have the form of `Real.toString`: Poly/ML's own top level
   shows ten digits. The text ends at the first exception that nothing handles. *)

val () = PolyML.addPrettyPrinter (fn _ => fn _ => fn r : real => PolyML.PrettyString (Real.toString r));

structure Oracle = struct
  structure Space = PolyML.NameSpace
  structure Compiler = PolyML.Compiler

  (* A table over another one: what is entered hides what is below. *)
  fun layer below = let
    val own = ref []
    fun look name = case List.find (fn (n, _) => n = name) (!own) of
        SOME (_, x) => SOME x
      | NONE => below name
  in
    { enter = fn entry => own := entry :: !own, look = look, all = fn () => !own }
  end

  fun fresh () : Space.nameSpace = let
    val top = PolyML.globalNameSpace
    val values = layer (#lookupVal top)
    val types = layer (#lookupType top)
    val fixes = layer (#lookupFix top)
    val structures = layer (#lookupStruct top)
    val signatures = layer (#lookupSig top)
    val functors = layer (#lookupFunct top)
  in
    { lookupVal = #look values, enterVal = #enter values, allVal = #all values,
      lookupType = #look types, enterType = #enter types, allType = #all types,
      lookupFix = #look fixes, enterFix = #enter fixes, allFix = #all fixes,
      lookupStruct = #look structures, enterStruct = #enter structures, allStruct = #all structures,
      lookupSig = #look signatures, enterSig = #enter signatures, allSig = #all signatures,
      lookupFunct = #look functors, enterFunct = #enter functors, allFunct = #all functors }
  end

  (* One line, whatever its length. *)
  fun line pretty = PolyML.prettyPrint (print, 100000000) pretty

  fun flat pretty = let
    val parts = ref []
    val () = PolyML.prettyPrint (fn s => parts := s :: !parts, 100000000) pretty
  in
    String.translate (fn #"\n" => "" | c => str c) (concat (rev (!parts)))
  end

  fun show space (name, value) =
    if Space.Values.isConstructor value orelse Space.Values.isException value then ()
    else
      print (concat [
        "val ", name, " = ", flat (Space.Values.print (value, 1000000)),
        " : ", flat (Space.Values.printType (Space.Values.typeof value, 1000000, SOME space)), "\n"])

  fun run text = let
    val space = fresh ()
    val rest = ref (explode text)
    fun next () = case !rest of
        [] => NONE
      | c :: cs => (rest := cs; SOME c)
    fun result { fixes, types, values, structures, signatures, functors } = (
      app (#enterFix space) fixes;
      app (#enterType space) types;
      app (#enterStruct space) structures;
      app (#enterSig space) signatures;
      app (#enterFunct space) functors;
      app (#enterVal space) values;
      app (show space) values)
    fun complain { hard, message, ... } =
      if hard then (print "error: "; line message) else ()
    fun phrase () =
      PolyML.compiler (next, [
        Compiler.CPNameSpace space,
        Compiler.CPResultFun result,
        Compiler.CPErrorMessageProc complain]) ()
    fun loop () = if null (!rest) then () else (phrase (); loop ())
  in
    loop ()
    handle e => print ("uncaught exception " ^ flat (PolyML.prettyRepresentation (e, 1000000)) ^ "\n")
  end
end;
