import Glibc

/// The words for what is wrong with a serial device.
extension SourceTrouble {
  static func cannotOpen(_ failure: SerialPort.Failure, _ path: String) -> SourceTrouble {
    switch failure {
    case .notFound: notFound(path)
    case .denied: denied(path)
    case .busy: busy(path, DeviceHolder.find(path))
    case .noTerminal:
      SourceTrouble(
        .noTerminal, "'\(path)' is no serial device",
        hint: "a recording is read with file:\(path)")
    case .failed(let error):
      SourceTrouble(.failed, "the device '\(path)' cannot be opened: \(error.reason)")
    }
  }

  private static func notFound(_ path: String) -> SourceTrouble {
    // brltty takes USB adapters with the CH340 chip for Braille displays and makes the tty go away.
    if path.contains("ttyUSB") || path.contains("serial/by-"),
      let holder = DeviceHolder.find(path), holder.program == "brltty"
    {
      return SourceTrouble(
        .noDevice, "there is no device '\(path)'; brltty may have taken it", hint: holder.remedy)
    }
    return SourceTrouble(
      .noDevice, "there is no device '\(path)'",
      hint: "is the receiver plugged in? ls /dev/serial/by-id shows what is")
  }

  private static func denied(_ path: String) -> SourceTrouble {
    var status = stat()
    var group = "dialout"
    if stat(path, &status) == 0, let entry = getgrgid(status.st_gid),
      let name = entry.pointee.gr_name
    {
      group = String(cString: name)
    }
    let user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "placed"
    return SourceTrouble(
      .denied, "the user \(user) may not read '\(path)', which belongs to the group \(group)",
      hint: "sudo usermod -aG \(group) \(user), then restart the service")
  }

  /// Another program has the device.
  static func busy(_ path: String, _ holder: DeviceHolder?) -> SourceTrouble {
    guard let holder else {
      return SourceTrouble(
        .busy, "another program has the device '\(path)' for itself",
        hint: "sudo fuser -v \(path) shows which")
    }
    return SourceTrouble(
      .busy, "\(holder.program) has the device '\(path)' for itself", hint: holder.remedy)
  }

  static func unplugged(_ path: String) -> SourceTrouble {
    SourceTrouble(
      .unplugged, "the device '\(path)' is gone",
      hint: "it is taken up again when it comes back under the same name")
  }

  /// What comes at a speed is no NMEA. `baud` is nil when all speeds have been tried.
  static func noNMEA(
    _ path: String, baud: Int?, binary: BinaryProtocol.Name?, holder: DeviceHolder?
  ) -> SourceTrouble {
    if let binary {
      return SourceTrouble(
        .noNMEA, "the receiver at '\(path)' speaks \(binary.rawValue), not NMEA",
        hint: "switch its NMEA output on, or let gpsd read it and use gpsd:// as the source")
    }
    let what =
      baud.map { "what comes from '\(path)' at \($0) baud is no NMEA" }
      ?? "what comes from '\(path)' is no NMEA at any speed"
    if let holder {
      return SourceTrouble(
        .noNMEA, "\(what); \(holder.program) may be reading from it too", hint: holder.remedy)
    }
    return SourceTrouble(
      .noNMEA, what,
      hint: baud == nil
        ? "is it a receiver? its wiring may be inverted, or its format not 8N1"
        : "leave baud away, and the speed is found")
  }
}
