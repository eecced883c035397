package config

import (
	"fmt"
	"slices"
	"strings"
)

// allowed are the variables that a server from a file gets without asking for
// them: what programs need to find their files, their words, the network and
// its certificates, and nothing that could be a secret (DESIGN.md §4.11).
var allowed = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TZ", "TMPDIR", "TEMP", "TMP",
	"LANG", "LANGUAGE", "LC_*", "XDG_*",
	"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy",
	"SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "PIP_CERT", "GIT_SSL_CAINFO",
	"npm_config_cafile", "NVM_DIR", "VOLTA_HOME", "PYENV_ROOT", "GOPATH", "GOROOT", "GOPROXY", "GOSUMDB", "GOFLAGS", "GOCACHE", "GOMODCACHE",
	"npm_config_registry", "NPM_CONFIG_REGISTRY", "npm_config_cache", "PIP_INDEX_URL", "UV_INDEX_URL", "UV_CACHE_DIR",
	"SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "APPDATA", "LOCALAPPDATA", "PROGRAMFILES", "PROGRAMDATA", "USERPROFILE", "HOMEDRIVE", "HOMEPATH",
}

// Allowed is the part of an environment that servers from files get.
func Allowed(environ []string) []string {
	var out []string
	for _, kv := range environ {
		name, _, _ := strings.Cut(kv, "=")
		if slices.ContainsFunc(allowed, func(pattern string) bool { return matches(pattern, name) }) {
			out = append(out, kv)
		}
	}
	return out
}

func matches(pattern, name string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(name, prefix)
	}
	return pattern == name
}

// With sets variables over an environment, the last of a name winning.
func With(environ []string, vars ...Variable) []string {
	out := slices.Clone(environ)
	for _, v := range vars {
		out = slices.DeleteFunc(out, func(kv string) bool { return strings.HasPrefix(kv, v.Name+"=") })
		out = append(out, v.Name+"="+v.Value)
	}
	return out
}

// ParseVariable reads K=V, or K alone for the person's own value.
func ParseVariable(s string, lookup func(string) (string, bool)) (Variable, error) {
	name, value, given := strings.Cut(s, "=")
	if name == "" {
		return Variable{}, fmt.Errorf("%q is not of the form NAME=VALUE", s)
	}
	if given {
		return Variable{name, value}, nil
	}
	if v, ok := lookup(name); ok {
		return Variable{name, v}, nil
	}
	return Variable{}, fmt.Errorf("%s is not set in your environment; give %s=VALUE", name, name)
}
