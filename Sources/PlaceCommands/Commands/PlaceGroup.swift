import CommandTable

/// `placectl place …`
enum PlaceGroup {
  static let command = Command(
    "place", "keep the place table",
    commands: [
      PlaceAddCommand.command, PlaceShowCommand.command, PlaceEditCommand.command,
      PlaceRemoveCommand.command, PlaceListCommand.command,
    ], section: "Place table", isGroup: true)
}
