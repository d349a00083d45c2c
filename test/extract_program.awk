# awk -v language=c -f extract_program.awk README.md: the first complete program among the fenced
# blocks of that language.
$0 == "```" language { inside = 1; text = ""; next }
inside && /^```/ {
  inside = 0
  if (text ~ /int main\(/ || text ~ /\n *PROGRAM /) { printf "%s", text; exit }
  next
}
inside { text = text $0 "\n" }
