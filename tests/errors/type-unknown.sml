type person = {name : strng, age : int}
