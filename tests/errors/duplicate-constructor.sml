datatype colour = Red | Green | Red
