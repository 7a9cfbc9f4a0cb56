import CommandTable
import Glibc
import PlaceMQTT

exit(MQTTProgram.run(Array(CommandLine.arguments.dropFirst())).rawValue)
