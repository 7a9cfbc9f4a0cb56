import Configuration
import PlaceMQTT
import TestSupport
import Testing

@Suite("placed-mqtt.conf")
struct SettingsTests {
  private func read(_ text: String) -> (MQTTSettings, [ConfigurationProblem]) {
    var parser = ConfigurationParser(keys: MQTTSettings.keys, defaults: MQTTSettings())
    parser.read(text.utf8, file: "c")
    return (parser.settings, parser.problems)
  }

  @Test(
    "Mistakes are told with their line and column, and with what is allowed",
    arguments: [
      ("[broker]\nport = 70000", "c:2:8: error: '70000' is no port"),
      ("[broker]\nhost = mqtt://ha", "c:2:8: error: 'mqtt://ha' is no host"),
      ("[broker]\nqos = 3", "c:2:7: error: '3' is no quality of service: must be 0, 1 or 2"),
      ("[broker]\npasswordfile = /x", "did you mean 'password_file'?"),
      ("[broker]\npassword_file = x", "c:2:17: error: 'x' is no path: must begin with /"),
      ("[broker]\nkeep_alive = 1 s", "c:2:14: error: '1 s' is out of range"),
      ("[publish]\ntopic = placed/#", "c:2:9: error: 'placed/#' is no topic"),
      ("[publish]\ntopic = $SYS/x", "is no topic"), ("[publish]\ntopic = /x", "is no topic"),
      ("[publish]\nfix = 0 s", "out of range"), ("[queue]\nlimit = 10", "is no limit"),
      ("[homeasistant]\ndiscovery = yes", "did you mean [homeassistant]?"),
      ("[commands]\nenabled = maybe", "must be yes or no"),
    ])
  func mistakes(text: String, message: String) {
    let problems = read(text).1
    #expect(problems.count == 1 && problems[0].description.contains(message), "\(problems)")
  }

  @Test("What is set reads back the same")
  func roundTrip() {
    let (settings, problems) = read(
      """
      [broker]
      host = fd00::1
      port = 1884
      user = van
      password_file = /etc/placed/password
      client_id = van-HOSTNAME
      keep_alive = 5 min
      qos = 1
      [tls]
      enabled = yes
      ca_file = /etc/placed/ca.pem
      [publish]
      topic = fleet/HOSTNAME
      interval = 1 min
      fix = 30 s
      [queue]
      limit = 1000
      history = forever
      [homeassistant]
      discovery = yes
      name = The van
      [owntracks]
      topic = owntracks/van/gps
      tracker_id = VA
      [commands]
      enabled = yes
      """)
    #expect(problems == [])
    #expect(settings.broker.address == "[fd00::1]:1884" && settings.historySeconds == nil)
    let text = ConfigurationText.effective(settings, keys: MQTTSettings.keys)
    #expect(read(text).0 == settings)
  }

  @Test("TLS has a port of its own")
  func port() {
    #expect(read("").0.broker.effectivePort == 1883)
    #expect(read("[tls]\nenabled = yes\n").0.broker.effectivePort == 8883)
  }

  @Test("--check-config prints the problems and the settings, and no password")
  func check() throws {
    let scratch = ScratchDirectory()
    let password = try scratch.write("sesam\n", to: "password")
    #expect(chmodOnlyOwner(password))
    let good = try scratch.write("[broker]\npassword_file = \(password)\n", to: "good.conf")
    let path = BuiltProgram.path("placed-mqtt")
    var run = try ProgramRun(path, ["--config", good, "--check-config"])
    #expect(
      run.status == 0 && run.error == "" && run.output.contains("password_file = \(password)"))
    #expect(!run.output.contains("sesam"))
    let bad = try scratch.write("[broker]\nqos = 4\n", to: "bad.conf")
    run = try ProgramRun(path, ["--config", bad, "--check-config"])
    #expect(run.status == 1 && run.error.hasPrefix("\(bad):2:7: error: "))
    run = try ProgramRun(path, ["--config", bad])
    #expect(run.status == 1)
    run = try ProgramRun(path, ["--config"])
    #expect(run.status == 2)
  }
}
