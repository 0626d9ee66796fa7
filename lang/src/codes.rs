//! Every code a message can carry, explained at length: what it means, a program that causes it, how to cure it.
//!
//! `sweepnet explain` prints this table. A test runs each example and looks for its code, and looks for each code in the sources.

/// The explanation of one code.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// `E0301`; errors start with `E`, warnings with `W`.
    pub code: &'static str,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// What it means.
    pub explanation: &'static str,
    /// A program that causes it.
    pub example: &'static str,
    /// What to do about it.
    pub cure: &'static str,
}

/// The explanation of a code, which may be written `e0301`.
pub fn find(code: &str) -> Option<&'static Code> {
    let wanted = code.trim();
    ALL.iter()
        .find(|known| known.code.eq_ignore_ascii_case(wanted))
}

/// The code whose number is nearest to one that does not exist; of those, one of the same kind. `None` if there is no number in it.
pub fn nearest(code: &str) -> Option<&'static Code> {
    let digits: String = code.chars().filter(char::is_ascii_digit).collect();
    let number: i64 = digits.parse().ok()?;
    let warning = code.trim().starts_with(['W', 'w']);
    ALL.iter().min_by_key(|known| {
        let its: i64 = known.code[1..].parse().unwrap_or_default();
        (its.abs_diff(number), known.code.starts_with('W') != warning)
    })
}

/// All codes: 01 characters and literals, 02 grammar, 03 types, 04 names and declarations, 05 warnings, 06 limits of the compiler, 07 evaluation.
pub const ALL: &[Code] = &[
    Code {
        code: "E0101",
        title: "a character that starts no word of the language",
        explanation: "Outside of strings and comments only ASCII characters are used, and not all of them; a dot alone means nothing \
            either. Text copied from a web page or a word processor often has typographic quotes or arrows in it.",
        example: "val naïve = 1",
        cure: "Choose a name of letters, digits, `_` and `'`. Write typographic quotes and arrows as `\"`, `->` and `=>`. Remove a \
            lone dot.",
    },
    Code {
        code: "E0102",
        title: "a comment is never closed",
        explanation: "A comment opened with `(*` has no closing `*)`. Comments nest, so each `(*` inside needs its own `*)`.",
        example: "val x = 1 (* the first",
        cure: "Close the comment. The multiplication as a function is `op *`, not `(*)`.",
    },
    Code {
        code: "E0103",
        title: "a string is not closed in its line",
        explanation: "A string ends with a quote in the line where it began.",
        example: "val s = \"hello",
        cure: "Close it. A line break inside is written `\\n`. A long string goes on in the next line if the first line ends with \
            `\\` and the next one starts with `\\`.",
    },
    Code {
        code: "E0104",
        title: "an unknown escape in a string",
        explanation: "A backslash in a string is followed by something that has no meaning there.",
        example: "val path = \"C:\\quux\"",
        cure: "Write the backslash itself as `\\\\`. The escapes are `\\n \\t \\\\ \\\" \\a \\b \\v \\f \\r`, `\\^C` (control \
            characters), `\\065` (three decimal digits), `\\u0041` (four hexadecimal digits), and `\\ … \\` around white space.",
    },
    Code {
        code: "E0105",
        title: "a character that is not one byte",
        explanation: "A character literal holds exactly one byte. Letters outside ASCII are several bytes.",
        example: "val c = #\"ab\"",
        cure: "Write `#\"a\"`, or the string `\"ab\"`.",
    },
    Code {
        code: "E0106",
        title: "a `word` number",
        explanation: "Standard ML's unsigned `word` numbers, such as `0w5`, do not exist here.",
        example: "val mask = 0wxFF",
        cure: "Write an integer: `0xFF`.",
    },
    Code {
        code: "E0107",
        title: "a real number out of range",
        explanation: "A real number is larger than the largest double, about 1.797e308.",
        example: "val x = 1e999",
        cure: "Write a smaller one, or `Real.posInf`.",
    },
    Code {
        code: "E0108",
        title: "a text of more than 4 GB",
        explanation: "A single text is longer than 4 GB, more than places in it can be numbered.",
        example: "a generated file of 5 GB",
        cure: "Split it into several files.",
    },
    Code {
        code: "E0201",
        title: "something that cannot stand here",
        explanation: "The text has something that the grammar does not allow at this place. The message says what could stand there. \
            A second mark shows the bracket or word that the place is inside of.",
        example: "fun f x => x",
        cure: "See the help line of the message. Frequent slips are `=` and `=>` exchanged, a comma too many, and a missing `;` \
            before `colset`, `var` or `globref`.",
    },
    Code {
        code: "E0202",
        title: "the text ends too early",
        explanation: "The text ends where something more must follow.",
        example: "val x =",
        cure: "Complete the declaration or expression.",
    },
    Code {
        code: "E0203",
        title: "something opened is not closed",
        explanation: "A bracket, `let`, `local`, `struct`, `case` or `if` was opened, and what was found cannot stand before it is \
            closed or continued. The second mark shows the opening.",
        example: "val x = (1 + 2; val y = 3",
        cure: "Write the missing `)`, `]`, `}`, `in`, `end`, `of` or `then`. Separate list elements with `,`, not `;`.",
    },
    Code {
        code: "E0204",
        title: "a closing bracket or `end` closes nothing",
        explanation: "A closing bracket or `end` stands where nothing is open, or where something else is.",
        example: "val x = 1)",
        cure: "Remove it, or write its opening.",
    },
    Code {
        code: "E0205",
        title: "a part of Standard ML that is left out",
        explanation: "Loops, signatures, functors, `abstype` and `where` are reserved words of Standard ML, but this language does \
            not have them.",
        example: "val i = ref 0; while !i < 10 do i := !i + 1",
        cure: "Instead of a loop, write a function that calls itself, or use `List.app`. Leave signatures away.",
    },
    Code {
        code: "E0206",
        title: "a reserved word used as a name",
        explanation: "A word that has a meaning of its own stands where a name is introduced.",
        example: "val type = 3",
        cure: "Choose another name, for example `type'` or `kind`.",
    },
    Code {
        code: "E0207",
        title: "`if` without `else`",
        explanation: "An `if` is an expression and has a value in both cases, so `else` cannot be left out.",
        example: "val x = 1; val y = if x > 0 then x;",
        cure: "Add `else` with a value of the same type, such as `else ()`, `else 0` or `else empty`.",
    },
    Code {
        code: "E0208",
        title: "a precedence outside 0 to 9",
        explanation: "An `infix` or `infixr` declaration has a precedence that is not 0 to 9.",
        example: "infix 12 plus",
        cure: "Take 0 (binds loosest) to 9 (binds tightest). `*` has 7, `+` has 6, `=` has 4.",
    },
    Code {
        code: "E0209",
        title: "something other than a variable before `as`",
        explanation: "In the pattern `x as p` the left side names the whole value, so it must be a variable, perhaps with a type.",
        example: "val swap = fn (a, b) as p => (b, a, p)",
        cure: "Exchange the sides: `fn p as (a, b) => …`.",
    },
    Code {
        code: "E0210",
        title: "nested too deeply",
        explanation: "An expression, pattern or type is nested more than 10,000 levels deep. A chain of as many operators counts too.",
        example: "ten thousand opening parentheses in a row",
        cure: "Name inner parts with `val` or `fun`. Write long data as a list `[…]`, which is not deep, and fold over it.",
    },
    Code {
        code: "E0211",
        title: "an operator without an operand",
        explanation: "An infix operator lacks an operand, or stands alone where a value should.",
        example: "val add = +",
        cure: "Write `op +` to use the operator as a function. A negative number is `~1`, and `~ x` negates.",
    },
    Code {
        code: "E0212",
        title: "operators that group in different directions",
        explanation: "Two operators of equal precedence stand side by side, one declared with `infix`, which groups to the left, the \
            other with `infixr`, which groups to the right. So it cannot be told which comes first.",
        example: "infix 5 plus; fun a plus b = a; val x = 1 plus 2 :: []",
        cure: "Put parentheses around one of the two.",
    },
    Code {
        code: "E0213",
        title: "clauses of one function with different names",
        explanation: "The clauses of a `fun` declaration, separated by `|`, must all have the function's name.",
        example: "fun even 0 = true | evn n = false",
        cure: "Correct the name, or start the other function with `and` or `fun`.",
    },
    Code {
        code: "E0214",
        title: "clauses with different numbers of parameters",
        explanation: "The clauses of a function must all have the same number of parameters.",
        example: "fun f x = 1 | f x y = 2",
        cure: "Give each clause as many patterns; use `_` for those that do not matter.",
    },
    Code {
        code: "E0215",
        title: "a `fun` without a name or a parameter",
        explanation: "A clause of `fun` starts with a name, and at least one parameter follows.",
        example: "fun answer = 42",
        cure: "Use `val answer = 42`, or `fun answer () = 42`. For an infix name write `fun x ++ y = …`.",
    },
    Code {
        code: "E0216",
        title: "a pattern applies something to too much",
        explanation: "In a pattern only a constructor can be applied, and only to one argument.",
        example: "val f = fn SOME SOME x => x",
        cure: "Put parentheses around the argument: `fn SOME (SOME x) => x`.",
    },
    Code {
        code: "E0217",
        title: "an operator of another language",
        explanation: "An operator that other languages have, but this one has not, stands between two operands.",
        example: "val both = true && false",
        cure: "Write `andalso` for `&&`, `orelse` for `||`, `<=` for `=<`, `<>` for `!=`.",
    },
    Code {
        code: "E0218",
        title: "a numbered label below 1",
        explanation: "The components of a tuple are numbered from 1.",
        example: "val first = #0 (1, 2)",
        cure: "The first component is `#1`.",
    },
    Code {
        code: "E0301",
        title: "two types that do not fit",
        explanation: "Every expression has one type, which is found without being written down. Here a value of one type stands \
            where another type is needed: as an argument of a function, an operand, an element of a list, the other branch of an \
            `if` or `case`, or against an annotation. The marks show both places that disagree; either may be the mistaken one.",
        example: "val text = \"length: \" ^ length [1, 2]",
        cure: "Change one of the two. Numbers are not converted by themselves: `real`, `round`, `Int.toString` and \
            `Int.fromString` do it.",
    },
    Code {
        code: "E0302",
        title: "a type that the operator does not work on",
        explanation: "Some operators work on several types: `+`, `-` and `*` on `int`, `IntInf.int` and `real`, `<` on strings and \
            characters too, `/` on `real`, `div` and `mod` on `int` and `IntInf.int`. Here the type is none of them.",
        example: "val twice = \"ab\" * 2",
        cure: "Convert the value first. Strings are joined with `^`, lists with `@` or `^^`.",
    },
    Code {
        code: "E0303",
        title: "values that cannot be compared for equality",
        explanation: "`=` and `<>` need types with equality. Functions have none, since it cannot be decided whether two functions do \
            the same. Reals have none, since rounding makes the result meaningless; only CPN ML allows it. A type that contains one of these has none either.",
        example: "val same = 0.1 + 0.2 = 0.3",
        cure: "Compare reals by their distance, `abs (x - y) < 0.001`, or exactly with `Real.==`. Compare what functions return.",
    },
    Code {
        code: "E0304",
        title: "something applied that is no function",
        explanation: "Two expressions side by side are a function and its argument, but here the first one is no function. With too \
            many arguments it is the result of a function that is applied once more.",
        example: "val x = length [1, 2] 3",
        cure: "Write the missing operator, comma or `;` between the two, or remove the argument that is too many.",
    },
    Code {
        code: "E0306",
        title: "a type variable that is not free",
        explanation: "A type variable such as `'a` in an annotation promises that the function works for every type. But the \
            function's body works for certain types only.",
        example: "fun double (x : 'a) = x + 1",
        cure: "Leave out the annotation, or write the type that it really is, here `int`.",
    },
    Code {
        code: "E0307",
        title: "a type that would contain itself",
        explanation: "The expression would need a type that is a part of itself, such as a list whose elements are lists of the same \
            type. There is no such type.",
        example: "fun f x = x :: x",
        cure: "Look for an argument that is missing, or for `xs :: xs` where `x :: xs` or `xs @ ys` is meant. A type that contains \
            itself on purpose is a `datatype`.",
    },
    Code {
        code: "E0308",
        title: "a record without such a field",
        explanation: "A field is asked for, or given, that the record does not have.",
        example: "val age = #age {name = \"Ann\"}",
        cure: "Correct the field's name. The message lists the fields that there are.",
    },
    Code {
        code: "E0309",
        title: "a record whose fields are not all known",
        explanation: "`#name r` and patterns with `...` leave the record's other fields open. They must be known from elsewhere, and \
            here nothing says so.",
        example: "fun name r = #name r",
        cure: "Say the type of the record: `fun name (r : {name: string, age: int}) = #name r`.",
    },
    Code {
        code: "E0310",
        title: "an integer that does not fit into 64 bits",
        explanation: "An `int` holds whole numbers from ~9223372036854775808 to 9223372036854775807.",
        example: "val n = 9223372036854775808",
        cure: "Use numbers without a limit: `val n : IntInf.int = 9223372036854775808`.",
    },
    Code {
        code: "E0311",
        title: "a type that grows exponentially",
        explanation: "Each use of a function like `fn x => (x, x)` on its own result doubles the type. After a few dozen such steps the type is larger \
            than any memory.",
        example: "fun f0 x = (x, x); fun f1 x = f0 (f0 x); fun f2 x = f1 (f1 x); fun f3 x = f2 (f2 x); fun f4 x = f3 (f3 x); \
            fun f5 x = f4 (f4 x); fun f6 x = f5 (f5 x); fun f7 x = f6 (f6 x); fun f8 x = f7 (f7 x); fun f9 x = f8 (f8 x); \
            fun g0 x = f9 (f9 x); fun g1 x = g0 (g0 x); fun g2 x = g1 (g1 x); fun g3 x = g2 (g2 x); fun g4 x = g3 (g3 x); \
            fun g5 x = g4 (g4 x); fun g6 x = g5 (g5 x); fun g7 x = g6 (g6 x); fun g8 x = g7 (g7 x); fun g9 x = g8 (g8 x)",
        cure: "Use a list or a datatype, whose type stays the same however many values it holds.",
    },
    Code {
        code: "E0401",
        title: "an unknown name",
        explanation: "A name is used that is not declared before this place. Declarations are read from top to bottom, and what is \
            declared in a `let` is known only there.",
        example: "val n = lenght [1, 2, 3]",
        cure: "Correct the spelling; upper and lower case differ. Declare it before its use. Functions that call each other are \
            joined with `and`.",
    },
    Code {
        code: "E0402",
        title: "an unknown type",
        explanation: "A type is named that does not exist here.",
        example: "val s : strin = \"a\"",
        cure: "Correct the spelling, or declare it with `type`, `datatype` or `colset`. A type variable has a quote in front: `'a`.",
    },
    Code {
        code: "E0403",
        title: "an unknown structure or colour set",
        explanation: "What stands before the dot in `Name.part` is neither a structure, such as `List`, nor a colour set.",
        example: "val n = Lisst.length [1]",
        cure: "Correct the spelling. The structures are `List`, `ListPair`, `String`, `Char`, `Int`, `IntInf`, `Real`, `Math`, `Bool`, \
            `Option` and your own.",
    },
    Code {
        code: "E0404",
        title: "an unknown type variable",
        explanation: "The right side of a type declaration uses a type variable that is not a parameter on its left side.",
        example: "datatype tree = Leaf | Node of tree * 'a * tree",
        cure: "Add the parameter: `datatype 'a tree = Leaf | Node of 'a tree * 'a * 'a tree`.",
    },
    Code {
        code: "E0405",
        title: "a wrong number of type arguments",
        explanation: "A type such as `list` takes one type argument, written before it: `int list`. `int` takes none.",
        example: "val xs : list = [1, 2]",
        cure: "Write as many type arguments as the type has parameters; several stand in parentheses: `(int, string) pair`.",
    },
    Code {
        code: "E0406",
        title: "a field, constructor or type declared twice",
        explanation: "The same name stands twice where each may stand only once: in a record, in a `datatype`, in a colour set, or \
            among type parameters.",
        example: "val r = {a = 1, a = 2}",
        cure: "Rename or remove one of them.",
    },
    Code {
        code: "E0407",
        title: "a net variable used as a value",
        explanation: "A variable declared with `var` gets its value from the tokens that a transition takes. Outside of a net's \
            inscriptions it has none.",
        example: "var n : int; val m = n + 1",
        cure: "Declare a constant with `val`, or a function that has it as a parameter.",
    },
    Code {
        code: "E0408",
        title: "a side effect in an inscription",
        explanation: "Guards and arc expressions are evaluated many times, in any order, and some not at all. So they can neither \
            print nor draw random numbers, nor use references that outlive them. One that nothing in a net sets is a constant, which may be read but not set, in a query neither.",
        example: "(print \"seen\"; true)",
        cure: "Keep what changes in tokens, or write it in a code segment.",
    },
    Code {
        code: "E0409",
        title: "a primitive outside of the library",
        explanation: "`_prim` is how the standard library reaches what is built in. Programs cannot use it.",
        example: "val f = _prim \"int_add\" : int -> int",
        cure: "Use a function of the library.",
    },
    Code {
        code: "E0410",
        title: "a variable bound twice",
        explanation: "A pattern, or a declaration with `and`, binds the same name twice, so it could not be told which value is meant. \
            Patterns do not compare values.",
        example: "val same = fn (x, x) => true",
        cure: "Use two names and compare them: `fn (x, y) => x = y`.",
    },
    Code {
        code: "E0411",
        title: "a real number in a pattern",
        explanation: "A pattern compares for equality, which reals do not have.",
        example: "val f = fn 1.0 => true | _ => false",
        cure: "Bind a variable and compare it: `fn x => abs (x - 1.0) < 0.001`.",
    },
    Code {
        code: "E0412",
        title: "something applied in a pattern that is no constructor",
        explanation: "In a pattern only constructors can have an argument, since only they can be undone. A function cannot.",
        example: "val f = fn Sme x => x",
        cure: "Correct the constructor's name, or declare it with `datatype`.",
    },
    Code {
        code: "E0413",
        title: "a constructor with, or without, an argument",
        explanation: "A constructor declared with `of` needs an argument in a pattern, and one declared without has none.",
        example: "val f = fn SOME => 1 | NONE => 0",
        cure: "Write `SOME x`, or `SOME _` if the value does not matter.",
    },
    Code {
        code: "E0414",
        title: "a colour set inside an expression",
        explanation: "Colour sets are declared at top level, since places refer to them by name.",
        example: "val n = let colset Small = int with 1..3; in 1 end",
        cure: "Move the declaration out of the `let`.",
    },
    Code {
        code: "E0415",
        title: "`val rec` without a function",
        explanation: "A recursive value is a function: `val rec` takes a name on its left and a `fn` on its right.",
        example: "val rec x = 3",
        cure: "Write `fun f x = …`, or leave out `rec`.",
    },
    Code {
        code: "E0416",
        title: "a second name for something that is no exception",
        explanation: "`exception E = F` gives the exception `F` a second name, but here the right side is another kind of value.",
        example: "exception Wrong = SOME",
        cure: "Declare a new exception: `exception Wrong`, or `exception Wrong of string`.",
    },
    Code {
        code: "E0417",
        title: "an unknown colour set",
        explanation: "A colour set is built from colour sets that are declared before it. Types of the language are no colour sets.",
        example: "colset Packets = list Packet;",
        cure: "Correct the spelling, or declare it first: `colset Packet = …;`.",
    },
    Code {
        code: "E0418",
        title: "a range without a value in it",
        explanation: "The range of a colour set has its lower bound above its upper bound, or a length below 0.",
        example: "colset Small = int with 9..1;",
        cure: "Write the smaller bound first: `int with 1..9`. Negative numbers have a tilde: `~5..5`.",
    },
    Code {
        code: "E0419",
        title: "a string range whose bounds are not characters",
        explanation: "The bounds of a string colour set say which characters its strings have, so each is one character.",
        example: "colset Name = string with \"aa\"..\"zz\";",
        cure: "Write `string with \"a\"..\"z\"`. Lengths follow after `and`: `string with \"a\"..\"z\" and 1..8`.",
    },
    Code {
        code: "W0501",
        title: "a case that is never reached",
        explanation: "Everything that this row would match is matched by the rows before it. Often a constructor is misspelt: it then \
            is a variable, which matches anything.",
        example: "fun f n = case n of x => 1 | 0 => 2",
        cure: "Remove the row, or move it up.",
    },
    Code {
        code: "W0502",
        title: "a match that does not cover every value",
        explanation: "There are values that no row matches; the message shows one. If such a value comes, the exception `Match` is \
            raised.",
        example: "fun first (x :: _) = x",
        cure: "Add a row for it, or `_ => …` for all the rest. If such values never come, write that down with \
            `_ => raise Fail \"…\"`.",
    },
    Code {
        code: "W0503",
        title: "a declaration whose pattern does not fit every value",
        explanation: "The pattern on the left of `val` does not match all values that the right side may have. If it does not, the \
            exception `Bind` is raised.",
        example: "val x :: _ = [1, 2]",
        cure: "Use a `case` with a row for the other values, or a function such as `hd`.",
    },
    Code {
        code: "W0504",
        title: "a type that nothing settles",
        explanation: "A value that is computed (and not just written down, like `[]` or a `fn`) has one type only. Nothing in the text says which, so `unit` \
            is taken where it is open, and a later use at another type is refused.",
        example: "val r = ref []",
        cure: "Say the type: `val r : int list ref = ref []`. A function computed from others becomes polymorphic when its argument is written: \
            `fun all xs = List.map f xs`, not `val all = List.map f`.",
    },
    Code {
        code: "W0505",
        title: "a multi-set used as a list",
        explanation: "To CPN Tools a multi-set is a list in the order in which it was made. Here it has no order, so where a list is needed \
            its elements come in ascending order.",
        example: "fun first (m : int ms) = hd m",
        cure: "Write `ms_to_list m` if the order does not matter; make a list with `[x, y]` and `^^` if it does.",
    },
    Code {
        code: "W0506",
        title: "a variable with the name of an operator",
        explanation: "The name is infix, such as `o`, which composes functions. An inscription that mentions it means the operator, and the variable \
            only after `op`.",
        example: "var o : int",
        cure: "Choose another name, or declare `nonfix o` before it if nothing needs the operator.",
    },
    Code {
        code: "E0420",
        title: "too many constructors",
        explanation: "A datatype has more constructors than its values can tell apart: 1,024 if some of them carry a value, 32,767 if none does.",
        example: "datatype t = C0 of int | C1 | C2 | … | C1024",
        cure: "Use one constructor with a number: `datatype t = C of int`, or `colset T = index c with 1..5000`.",
    },
    Code {
        code: "E0421",
        title: "a pattern that is too large",
        explanation: "A pattern has more than 1,000 levels, or is a list of more than 1,000 patterns.",
        example: "fun f [x0, x1, x2, …, x1000] = x0",
        cure: "Match the first few elements and go on with the rest in a recursive function: `x :: rest`.",
    },
    Code {
        code: "E0422",
        title: "the number of a page instance where there is none",
        explanation: "`inst ()` is the number of the page instance of a transition, so it stands in the inscriptions of transitions only. A declared \
            function may be called from any instance, or from none.",
        example: "fun mine n = n = inst ()",
        cure: "Give the number to the function as an argument: `fun mine (i, n) = n = i`, and `mine (inst (), n)` in an inscription.",
    },
    Code {
        code: "E0423",
        title: "a wildcard where a value is needed",
        explanation: "`_` and `...` stand for values that need no name. In a pattern the value that is matched determines them, and on an \
            input arc a token does. Anywhere else nothing says which values are meant.",
        example: "val pair = (1, _)",
        cure: "Write the value. A record that differs from another one in some fields only is `{r where a = 3}`.",
    },
    Code {
        code: "E0601",
        title: "a declaration too large to be compiled",
        explanation: "A function may have at most 65,000 intermediate values at one time, 255 parameters, and use 255 variables of the functions \
            around it. A session may have 1,048,576 functions; every declaration, `fn` and version of a polymorphic function is one.",
        example: "a generated function with 70,000 variables in one `let`",
        cure: "Split it into several declarations, or compute the values from a list.",
    },
    Code {
        code: "E0602",
        title: "a mistake in Sweepnet",
        explanation: "The compiler made code that the evaluator does not accept. Your program is not to blame.",
        example: "no known program",
        cure: "Please report it with the program that shows it.",
    },
    Code {
        code: "E0604",
        title: "too many versions of functions",
        explanation: "A polymorphic function is compiled once for each combination of types it is used at. Here functions pass ever larger types to each other \
            in several ways, so that the combinations multiply.",
        example: "fun g0 x = ignore x; fun g1 x = (g0 (x, 1); g0 [x]); fun g2 x = (g1 (x, 1); g1 [x]); fun g3 x = (g2 (x, 1); g2 [x]); fun g4 x = (g3 (x, 1); g3 [x]); fun g5 x = (g4 (x, 1); g4 [x]); fun g6 x = (g5 (x, 1); g5 [x]); fun g7 x = (g6 (x, 1); g6 [x]); fun g8 x = (g7 (x, 1); g7 [x]); fun g9 x = (g8 (x, 1); g8 [x]); fun g10 x = (g9 (x, 1); g9 [x]); fun g11 x = (g10 (x, 1); g10 [x]); fun g12 x = (g11 (x, 1); g11 [x]); fun g13 x = (g12 (x, 1); g12 [x]); fun g14 x = (g13 (x, 1); g13 [x]); fun g15 x = (g14 (x, 1); g14 [x]); val z = g15 1",
        cure: "Give the functions in the middle one type, with an annotation, or put the data into one datatype.",
    },
    Code {
        code: "E0605",
        title: "a multi-set of things without order",
        explanation: "A multi-set is kept in the order of its elements and counts equal ones. Functions, references and exceptions have neither order nor \
            equality of values.",
        example: "val m = 1`(fn x => x + 1)",
        cure: "Use a list, or numbers or names that stand for them.",
    },
    Code {
        code: "E0701",
        title: "an uncaught exception",
        explanation: "An exception was raised and nothing handled it, so the evaluation ended there. `Overflow`, `Div`, `Empty`, \
            `Subscript`, `Match` and `Bind` are raised by the language and its library, others by `raise`.",
        example: "val first = hd []",
        cure: "Avoid what raises it, or handle it: `(hd xs) handle Empty => 0`.",
    },
    Code {
        code: "E0702",
        title: "too many function calls",
        explanation: "The evaluation was stopped after the number of function calls that `--max-steps` allows. Most often a recursion \
            has no end.",
        example: "fun forever n = forever (n + 1); val x = forever 0",
        cure: "Look for the case that should end the recursion. If the evaluation is only long, raise `--max-steps`.",
    },
    Code {
        code: "E0703",
        title: "too much memory",
        explanation: "Values and calls in progress need more memory than `--memory` allows. Most often a recursion has no end, or a \
            list grows without bound.",
        example: "fun endless n = 1 + endless n; val x = endless 0",
        cure: "Look for the case that should end the recursion. If much memory is really needed, raise `--memory`.",
    },
    Code {
        code: "E0704",
        title: "stopped from outside",
        explanation: "The evaluation was stopped by Ctrl-C, or by a limit of the whole command: `--max-seconds` or `--memory`. What was \
            evaluated before stays.",
        example: "fun forever n = forever (n + 1); val x = forever 0",
        cure: "Raise the limit, or look for a recursion without an end.",
    },
    Code {
        code: "E0705",
        title: "colour sets that enumerate each other without end",
        explanation: "The predicate of a subset, or a function of a colour set, calls such functions again, too many levels deep.",
        example: "an evaluation where the predicate of `subset` colour sets nests",
        cure: "A subset's predicate should look at its argument only, and not enumerate colour sets.",
    },
];
