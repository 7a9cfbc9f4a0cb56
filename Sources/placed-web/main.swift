import Glibc
import PlaceWeb

exit(WebProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
