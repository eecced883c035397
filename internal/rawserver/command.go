package rawserver

import (
	"os"
)

const scriptVariable = "ELICIT_RAWSERVER_SCRIPT"

// tester is what is needed of a *testing.T.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Command gives the command line and the environment that run a script as a
// server. The test's package has to call [Main] from its TestMain. A script
// with a mistake fails the test.
func Command(t tester, script string) (command, env []string) {
	t.Helper()
	if _, err := Parse(script); err != nil {
		t.Fatalf("rawserver: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatalf("rawserver: %v", err)
	}
	return []string{self}, []string{scriptVariable + "=" + script, "PATH=" + os.Getenv("PATH")}
}

// Main is the server when the process was started by [Command], and then does
// not return. Otherwise it does nothing.
func Main() {
	text, ok := os.LookupEnv(scriptVariable)
	if !ok {
		return
	}
	script, err := Parse(text)
	if err != nil {
		os.Exit(2) //nolint:forbidigo // this is the server's own process
	}
	newServer(script).run()
}
