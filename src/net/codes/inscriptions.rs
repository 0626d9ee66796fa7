//! Codes of inscriptions: E11xx.

use sweepnet_lang::codes::Code;

/// All codes of inscriptions.
pub const ALL: &[Code] = &[
    Code {
        code: "E1101",
        title: "a place's colour set is not declared",
        explanation: "A place says what its tokens are by the name of a colour set, which must be among the declarations. `unit`, `bool`, `int`, \
            `real`, `string`, `char`, `intinf` and `time` need no declaration.",
        example: "places: {A: NUMBER}\ntransitions:\n  T: {in: {A: \"3\"}}",
        cure: "Declare the colour set, or correct its name.",
    },
    Code {
        code: "E1102",
        title: "nothing gives a variable a value",
        explanation: "To find the bindings of a transition, each variable must get its value from somewhere: from a token, where an input arc has it in a \
            pattern such as `x` or `(x, y)`; from an equation of the guard such as `x = y + 1`; or, one after the other, from its colour \
            set if that has at most 10,000 values. A call such as `f x` only checks.",
        example: "declarations: \"var n, k : int;\"\nplaces: {A: int}\ntransitions:\n  T: {in: {A: n + 1}}",
        cure: "Take the variable from a token, say in the guard what it is, or give it a small colour set.",
    },
    Code {
        code: "E1103",
        title: "a variable's type is not a colour set",
        explanation: "The values of a net's variables are colours, so that they can be printed and tried. A type such as `int list` is not enough.",
        example: "declarations: \"var l : int list;\"\nplaces: {A: int}\ntransitions:\n  T: {in: {A: hd l}}",
        cure: "Declare a colour set of that type and use its name: `colset L = list INT; var l : L;`.",
    },
    Code {
        code: "E1104",
        title: "an output of the code segment is needed before it runs",
        explanation: "The code segment runs when the transition occurs. Input arcs and guard decide before that whether it may occur, so they cannot use \
            what the code segment gives; nor can its own action.",
        example: "declarations: \"var n, k : int;\"\nplaces: {A: int}\ntransitions:\n  T: {in: {A: n}, code: {output: [n], action: \"3\"}}",
        cure: "Use another variable there, or take the variable out of the outputs.",
    },
    Code {
        code: "E1105",
        title: "a code segment names a variable that is not declared",
        explanation: "The inputs and outputs of a code segment are variables declared with `var`.",
        example: "places: {A: unit}\ntransitions:\n  T: {in: {A: ()}, code: {output: [x], action: \"3\"}}",
        cure: "Declare the variable, or correct its name.",
    },
    Code {
        code: "E1106",
        title: "an action uses a variable that is not an input",
        explanation: "A code segment that lists its inputs may use only those variables.",
        example: "declarations: \"var n, k : int;\"\nplaces: {A: int, B: int}\ntransitions:\n  T: {in: {A: n, B: k}, code: {input: [n], action: n + k}}",
        cure: "Add the variable to `input`, or leave `input` out.",
    },
    Code {
        code: "E1107",
        title: "tokens with stamps for a place without",
        explanation: "Only the tokens of a place with a timed colour set have time stamps, so only its arcs and initial marking may use `@+`, `@++`, `@` and `+++`.",
        example: "declarations: \"var n, k : int;\"\nplaces: {A: int}\ntransitions:\n  T: {in: {A: n}, out: {A: \"n @+ 3\"}}",
        cure: "Put `timed` at the end of the colour set's declaration, or leave the stamps out.",
    },
    Code {
        code: "E1109",
        title: "a variable where there is no binding",
        explanation: "Variables have values only while a transition occurs. Initial markings and priorities are evaluated before.",
        example: "declarations: \"var n, k : int;\"\nplaces:\n  A: {colset: int, initial: \"1`n\"}\ntransitions:\n  T: {in: {A: n}}",
        cure: "Use a constant declared with `val`.",
    },
    Code {
        code: "E1110",
        title: "a colour set that cannot be permuted",
        explanation: "A symmetry names an enumeration, an index or an int with a range, or a subset of one, with at most 255 colours. Products, lists and \
            whatever else is made of its colours are permuted with them.",
        example: "declarations: \"colset P = product bool * bool;\"\nplaces: {A: P}\ntransitions:\n  T: {in: {A: \"(true, false)\"}}\nsymmetries: {P: all}",
        cure: "Name the atomic colour set.",
    },
    Code {
        code: "E1111",
        title: "colours of a symmetry that do not fit",
        explanation: "The colours of a block belong to the colour set, and no colour is in two blocks.",
        example: "declarations: \"colset D = index d with 1..4; var x : D;\"\nplaces: {A: D}\ntransitions:\n  T: {in: {A: x}}\nsymmetries: {D: {all: [\"[d 1, d 2]\", \"[d 2, d 3]\"]}}",
        cure: "Name colours of the colour set, each once.",
    },
    Code {
        code: "E1112",
        title: "a measure that does not measure",
        explanation: "A progress measure tells how far a marking is: its value is an `int`, an `IntInf.int`, or a tuple of such, compared from left to right.",
        example: "declarations: \"colset N = int; var n : N;\"\nplaces:\n  A: {colset: N, initial: 1`1}\ntransitions:\n  T: {in: {A: n}}\nmeasures:\n  far: A",
        cure: "Use `ms_to_col Page'Place` for the colour of a place's only token, `size Page'Place` for the number of its tokens.",
    },
    Code {
        code: "E1113",
        title: "a monitor that observes nothing",
        explanation: "A monitor is an expression over a marking whose value is a number, which is collected, or a truth value, which ends a run; or it counts the occurrences of a transition; or it has functions, of which `when` gives a truth value and `observe` a number or a text.",
        example: "declarations: \"colset N = int; var n : N;\"\nplaces:\n  A: {colset: N, initial: 1`1}\ntransitions:\n  T: {in: {A: n}}\nmonitors:\n  tokens: A",
        cure: "Write `size Page'Place`, a comparison, `{count: Page'Transition}` with the name of a transition, or functions such as `{places: Page'Place, observe: fun f tokens = size tokens}`.",
    },
    Code {
        code: "W1114",
        title: "a ref cell that keeps its value in a state space",
        explanation: "A code segment without output variables has no influence on the marking, so a state space does not run it. If it assigns to a ref cell that an output arc reads, a simulation sees the new value and a state space the first one.",
        example: "declarations: \"colset N = int; globref next = 1; var n : N;\"\nplaces:\n  A: {colset: N, initial: 1`1}\n  B: {colset: N}\ntransitions:\n  T: {in: {A: n}, out: {B: \"!next\"}, code: {action: \"next := 2\"}}",
        cure: "Keep the value on a place, if it should be part of the marking. If the first value is what you want, nothing is to be done.",
    },
    Code {
        code: "W1115",
        title: "a timed place that is emptied in part",
        explanation: "A reset arc removes the tokens that are ready. On a timed place those with a later stamp stay, as in CPN Tools: a timer that runs is not cancelled. `check` reports that.",
        example: "declarations: \"colset T = int timed; var n : T;\"\nplaces:\n  A: {colset: T, initial: 1`1}\n  B: {colset: T, initial: \"1`1 @+ 5\"}\ntransitions:\n  T: {in: {A: n}, reset: [B]}",
        cure: "To take a token before its stamp, use an input arc with a delay that is as long as any: `in: {B: k @+ 100}`. If tokens that are not ready are to stay, nothing is to be done.",
    },
    Code {
        code: "W1116",
        title: "a token that is put and removed at once",
        explanation: "Reset arcs act last, as in CPN Tools. If a transition puts a token on a place that it empties too, directly or because two of its places are one by fusion or ports, the token is removed with the others. On a timed place it stays if its stamp is later. `check` reports that.",
        example: "declarations: \"colset N = int; var n : N;\"\nplaces:\n  A: {colset: N, initial: 1`1}\n  B: {colset: N}\ntransitions:\n  T: {in: {A: n}, out: {B: n}, reset: [B]}",
        cure: "Let one transition empty the place and another put the token.",
    },
    Code {
        code: "W1117",
        title: "a delay that no token gets",
        explanation: "The delay of a transition is added to the stamps of the tokens that it puts. If no place that it puts tokens on has a timed colour set, the delay has no effect: it does not keep the transition busy.",
        example: "declarations: \"colset N = int; var n : N;\"\nplaces:\n  A: {colset: N, initial: 1`1}\ntransitions:\n  T: {in: {A: n}, out: {A: n}, delay: 5}",
        cure: "Declare the colour set of an output place with `timed` at its end, or leave the delay out.",
    },
    Code {
        code: "W1118",
        title: "a comparison with tokens whose stamps are now",
        explanation: "Where tokens of a timed place are compared, both sides have stamps. Tokens that are written without one get the stamp of the current model time, so only tokens with exactly this stamp are equal to them.",
        example: "declarations: \"colset N = int timed; var n : N;\"\nplaces:\n  A: {colset: N, initial: 1`1}\ntransitions:\n  T: {in: {A: n}, out: {A: n @+ 1}}\nmonitors:\n  seen: A = 1",
        cure: "Compare tokens without their stamps, `ms A = 1`1`, or write the stamp: `A = 1`1 @+ 0`.",
    },
];
