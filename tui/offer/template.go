package offer

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"
)

// An expression of a URI template (RFC 6570): an operator and variable names.
var templateExpression = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\{([+#./;?&]?)([A-Za-z0-9_.%,*:]+)\}`)
})

func templateVariables(template string) []string {
	var names []string
	seen := map[string]bool{}
	for _, match := range templateExpression().FindAllStringSubmatch(template, -1) {
		for _, name := range variableNames(match[2]) {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}

func variableNames(list string) []string {
	names := strings.Split(list, ",")
	for i, n := range names {
		n, _, _ = strings.Cut(n, ":")
		names[i] = strings.TrimSuffix(n, "*")
	}
	return names
}

// expandTemplate puts string values into a URI template, by the rules of RFC
// 6570 for strings (levels 1 to 3).
func expandTemplate(template string, args json.RawMessage) (string, error) {
	values := map[string]string{}
	if err := json.Unmarshal(args, &values); err != nil {
		return "", fmt.Errorf("the variables of the template must be strings: %w", err)
	}
	return templateExpression().ReplaceAllStringFunc(template, func(expr string) string {
		match := templateExpression().FindStringSubmatch(expr)
		return expand(match[1], variableNames(match[2]), values)
	}), nil
}

func expand(operator string, names []string, values map[string]string) string {
	first, between := operator, operator
	named := operator == ";" || operator == "?" || operator == "&"
	reserved := operator == "+" || operator == "#"
	switch operator {
	case "", "+":
		first, between = "", ","
	case "#":
		between = ","
	case "?":
		between = "&"
	}
	var parts []string
	for _, name := range names {
		value, ok := values[name]
		if !ok {
			continue
		}
		value = escapeValue(value, reserved)
		if named {
			value = strings.TrimSuffix(name+"="+value, suffixOfEmpty(operator, value))
		}
		parts = append(parts, value)
	}
	if len(parts) == 0 {
		return ""
	}
	return first + strings.Join(parts, between)
}

// suffixOfEmpty is the "=" that ";" leaves out after a name without a value.
func suffixOfEmpty(operator, value string) string {
	if operator == ";" && value == "" {
		return "="
	}
	return ""
}

func escapeValue(value string, reserved bool) string {
	if !reserved {
		return strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
	}
	var b strings.Builder
	for i := range len(value) {
		c := value[i]
		if c > ' ' && c < 0x7f && !strings.ContainsRune(`"<>\^{|}`+"`", rune(c)) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
