val path = "C:\quux"
