//! Codes of models of other tools. Examples are models of CPN Tools.

use sweepnet_lang::codes::Code;

/// All codes, in order.
pub const ALL: &[Code] = &[
    Code {
        code: "E1701",
        title: "the file is not XML",
        explanation: "A model of CPN Tools is an XML file, and this one breaks XML's own rules, so nothing of it can be read.",
        example: "<workspaceElements><cpnet></workspaceElements>",
        cure: "Save the model again with CPN Tools or CPN IDE. A file that ends too early was cut off when it was copied.",
    },
    Code {
        code: "E1702",
        title: "the file is too large or too deeply nested for a model",
        explanation: "A model has up to some hundred thousand elements and some ten levels. A file with far more is not read.",
        example: "(needs a long file)",
        cure: "Look at the file: it is hardly a model.",
    },
    Code {
        code: "E1703",
        title: "not a model of CPN Tools",
        explanation: "The file is XML, but it has no `cpnet` in `workspaceElements`. Other tools use the ending `.cpn` too.",
        example: "<Snoopy><netclasses/></Snoopy>",
        cure: "Open the file with the tool that made it, and write the net in YAML or draw it in CPN Tools.",
    },
    Code {
        code: "E1704",
        title: "a substitution transition without a page",
        explanation: "A substitution transition stands for a page that is not in the file, so what it does is not known.",
        example: "<workspaceElements><cpnet><page id='1'><pageattr name='Top'/><trans id='2'><text>T</text><subst subpage='9' portsock=''/></trans></page></cpnet></workspaceElements>",
        cure: "Assign a page to it in CPN Tools, or remove it.",
    },
    Code {
        code: "E1705",
        title: "a file that the declarations use is missing",
        explanation: "`use` reads declarations from a file, which is looked for in the folder of the model only. It is not there, and the model has errors, perhaps because of it.",
        example: "<workspaceElements><cpnet><globbox><use id='1'><ml>\"helpers.sml\"</ml></use></globbox><page id='2'><place id='3'><text>A</text><type><text>TASK</text></type></place></page></cpnet></workspaceElements>",
        cure: "Put the file into the folder of the model.",
    },
    Code {
        code: "E1706",
        title: "a code segment that cannot be read",
        explanation: "A code segment is `input (a, b); output (c); action e;`. Its variables are names, and those after `output` get their values from the action.",
        example: "<workspaceElements><cpnet><globbox><color id='1'><id>N</id><int><with><ml>0</ml><ml>3</ml></with></int></color><var id='6'><type><id>N</id></type><id>k</id></var></globbox><page id='2'><place id='3'><text>A</text><type><text>N</text></type></place><trans id='5'><text>T</text><code><text>output (k); action;</text></code></trans><arc id='4' orientation='TtoP'><transend idref='5'/><placeend idref='3'/><annot><text>k</text></annot></arc></page></cpnet></workspaceElements>",
        cure: "Write the missing part in CPN Tools, or remove the code segment.",
    },
    Code {
        code: "W1701",
        title: "a declaration is left out",
        explanation: "A declaration has a mistake, or uses what only CPN Tools has, but nothing in the net needs it. Often it is a helper of queries, or a leftover.",
        example: "<workspaceElements><cpnet><globbox><ml id='1'>fun dead () = ListDeadMarkings ();</ml></globbox><page id='2'><place id='3'><text>A</text></place></page></cpnet></workspaceElements>",
        cure: "Nothing has to be done. Queries are scripts of their own here.",
    },
    Code {
        code: "W1702",
        title: "a file that the declarations use is missing, and nothing needs it",
        explanation: "`use` reads declarations from a file, which is looked for in the folder of the model only. It is not there, but the net has no errors without it. It may still matter, if the file declares anew what the library has too.",
        example: "<workspaceElements><cpnet><globbox><use id='1'><ml>\"helpers.sml\"</ml></use></globbox><page id='2'><place id='3'><text>A</text></place></page></cpnet></workspaceElements>",
        cure: "Put the file into the folder of the model, to be sure.",
    },
    Code {
        code: "W1703",
        title: "something that leads nowhere is left out",
        explanation: "An arc, a port assignment or a member of a fusion set names a node that is not in the file, or not on the page, or does not say what it means: an arc without a direction, two nodes with one id, two inscriptions of one kind, a place in two fusion sets, a reference to no character. Some tools write such files.",
        example: "<workspaceElements><cpnet><page id='2'><place id='3'><text>A</text></place><arc id='4' orientation='PtoT'><transend idref='9'/><placeend idref='3'/></arc></page></cpnet></workspaceElements>",
        cure: "Draw it again, if it is missed: the state space may be another one without it.",
    },
    Code {
        code: "W1704",
        title: "a port as CPN Tools sees it",
        explanation: "A port that is assigned has the marking of its socket, whatever its own initial marking says, or that of its fusion set. A port that is not assigned is a place of its own.",
        example: "<workspaceElements><cpnet><page id='1'><place id='2'><text>S</text></place><trans id='3'><text>T</text><subst subpage='4' portsock='(5,2)'/></trans></page><page id='4'><place id='5'><text>P</text><initmark><text>1`()</text></initmark><port type='In'/></place></page></cpnet></workspaceElements>",
        cure: "Nothing has to be done if that is meant.",
    },
    Code {
        code: "W1705",
        title: "names are new",
        explanation: "CPN Tools lets nodes have no name, or the same name. Here places and transitions of a page have names that differ, also in the language, where all blanks and signs are `_`; and none is called as an instance of another, `A'2` beside `A`.",
        example: "<workspaceElements><cpnet><page id='2'><place id='3'><text>A</text></place><place id='4'><text>A</text></place></page></cpnet></workspaceElements>",
        cure: "Give them better names.",
    },
    Code {
        code: "W1706",
        title: "monitors are kept and not run",
        explanation: "Monitors observe simulations. Those whose functions cannot be run here, since they need CPN Tools itself or are incomplete, those that wait for a transition to be enabled, and those that are switched off are kept as `kept` under `monitors`. The state space does not depend on them.",
        example: "<workspaceElements><cpnet><page id='2'><place id='3'><text>A</text></place></page><monitorblock name='Monitors'><monitor name='Length' type='5' typedescription='List length'><node idref='3'/></monitor></monitorblock></cpnet></workspaceElements>",
        cure: "Nothing has to be done.",
    },
    Code {
        code: "W1707",
        title: "a transition with an arc that says nothing is left out",
        explanation: "An arc without inscription means one token where all tokens are equal. Elsewhere it is a mistake, and CPN Tools does not run the transition either.",
        example: "<workspaceElements><cpnet><globbox><color id='1'><id>N</id><int/></color></globbox><page id='2'><place id='3'><text>A</text><type><text>N</text></type></place><trans id='5'><text>T</text></trans><arc id='4' orientation='PtoT'><transend idref='5'/><placeend idref='3'/></arc></page></cpnet></workspaceElements>",
        cure: "Write on the arc which tokens it takes or puts.",
    },
    Code {
        code: "W1708",
        title: "a part that has no meaning here is left out",
        explanation: "Declarative constraints, synchronous channels, forms of declarations that CPN Tools itself does not run, and options of monitors.",
        example: "<workspaceElements><cpnet><globbox><channel id='1'><id>c</id></channel></globbox><page id='2'><place id='3'><text>A</text></place></page></cpnet></workspaceElements>",
        cure: "Read what the message says of it.",
    },
    Code {
        code: "W1709",
        title: "a page has instances that no substitution transition makes",
        explanation: "To CPN Tools any page may be prime, several times and beside the instances that substitution transitions make. Here a page is prime once, if no substitution transition stands for it. So there is a further page, whose substitution transitions make the other instances; the state space is the same.",
        example: "<workspaceElements><cpnet><page id='1'><pageattr name='Top'/><trans id='2'><text>T</text></trans></page><instances><instance id='3' page='1'/><instance id='4' page='1'/></instances></cpnet></workspaceElements>",
        cure: "Nothing has to be done, if the instances are meant.",
    },
    Code {
        code: "W1710",
        title: "a file of the same name is read instead",
        explanation: "`use` names a file that lies elsewhere. Only files in the folder of the model are read, and there is one of the same name. It may declare other things.",
        example: "(needs a file beside the model)",
        cure: "Look whether it is the file that is meant, and put that one into the folder of the model.",
    },
];
