val s = "größer als 日本語 🙂" + 1   (* ein Kommentar *)
