import CommandTable
import Glibc
import PlaceCommands

exit(Placectl.run(Array(CommandLine.arguments.dropFirst())).rawValue)
