package config

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// launchers start something else, which is what a server is called after. The
// words are subcommands of the launcher that may stand before it.
var launchers = map[string][]string{
	"npx": nil, "bunx": nil, "uvx": nil, "env": nil, "node": nil, "nodejs": nil, "tsx": nil, "ts-node": nil, "ruby": nil, "php": nil, "perl": nil,
	"python": nil, "python3": nil, "uv": {"run", "tool"}, "pipx": {"run"}, "npm": {"exec", "x"}, "pnpm": {"dlx", "exec"}, "yarn": {"dlx", "exec"},
	"bun": {"run", "x"}, "deno": {"run"}, "go": {"run"}, "docker": {"run"}, "podman": {"run"}, "nerdctl": {"run"}, "dotnet": {"run"}, "cargo": {"run"},
	"java": nil, "sudo": nil, "nice": nil, "timeout": nil,
}

// withValue are flags of launchers whose next word is their value.
var withValue = []string{
	"-e", "--env", "--env-file", "-v", "--volume", "--mount", "--name", "--network", "--net", "-p", "--publish", "-w", "--workdir", "--entrypoint",
	"--platform", "--from", "--with", "--python", "--directory", "--package", "--require", "-r", "--import", "--loader", "--project", "-jar", "--manifest-path", "--bin",
}

// naming are those among them whose value is what is started.
var naming = []string{"--package", "-jar", "--bin", "--project", "-m", "-p"}

// NameOf derives a server's name from the command typed for it, such as
// server-everything from `npx -y @modelcontextprotocol/server-everything`.
func NameOf(command []string) string {
	for len(command) > 0 {
		word := command[0]
		subcommands, launches := launchers[strings.TrimSuffix(filepath.Base(word), ".exe")]
		if !launches {
			return nameOfWord(word)
		}
		rest := target(command[1:], subcommands)
		if len(rest) == 0 {
			return nameOfWord(word)
		}
		command = rest
		if _, again := launchers[filepath.Base(rest[0])]; !again {
			return nameOfWord(rest[0])
		}
	}
	return "server"
}

// target skips a launcher's subcommands, flags and assignments.
func target(words, subcommands []string) []string {
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case slices.Contains(subcommands, w), w == "--":
		case slices.Contains(naming, w) && i+1 < len(words) && !strings.Contains(words[i+1], ":") && (w != "-p" || i+2 == len(words)):
			return words[i+1:]
		case slices.Contains(withValue, w):
			i++
		case strings.HasPrefix(w, "-"):
		case strings.Contains(w, "=") && !strings.Contains(w, "/"):
		case strings.Trim(w, "0123456789smh.") == "" && w != ".":
		default:
			return words[i:]
		}
	}
	return nil
}

// plain are file and folder names that say nothing of what is in them.
var plain = []string{"index", "main", "server", "cli", "app", "__main__", "dist", "build", "src", "bin", "lib", "out", "target", "cmd", "stdio", ".", ".."}

func nameOfWord(word string) string {
	p := filepath.ToSlash(word)
	if i := strings.LastIndex(p, "node_modules/"); i >= 0 {
		return packageName(p[i+len("node_modules/"):])
	}
	if strings.HasPrefix(p, "@") {
		return packageName(p)
	}
	if abs, err := filepath.Abs(word); err == nil && strings.HasPrefix(p, ".") {
		p = filepath.ToSlash(abs)
	}
	parts := strings.Split(strings.Trim(p, "/"), "/")
	for _, part := range slices.Backward(parts) {
		name := withoutVersion(part)
		if stem := strings.TrimSuffix(name, path.Ext(name)); isSource(name) {
			name = stem
		}
		if name != "" && !slices.Contains(plain, name) {
			return name
		}
	}
	return withoutVersion(path.Base(p))
}

// packageName is the last part of an npm package's name.
func packageName(p string) string {
	parts := strings.Split(p, "/")
	if strings.HasPrefix(p, "@") && len(parts) > 1 {
		return withoutVersion(parts[1])
	}
	return withoutVersion(parts[0])
}

func withoutVersion(name string) string {
	if i := strings.IndexAny(name, "@:"); i > 0 {
		name = name[:i]
	}
	return name
}

func isSource(name string) bool {
	return slices.Contains([]string{".js", ".mjs", ".cjs", ".ts", ".mts", ".py", ".go", ".rb", ".php", ".pl", ".jar", ".sh", ".exe", ".dll", ".csproj"}, path.Ext(name))
}
