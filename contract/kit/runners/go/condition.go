package main

import (
	"encoding/json"
	"regexp"
	"strings"
)

type condition struct {
	Property   string `json:"property"`
	CustomKey  string `json:"custom_key"`
	Operator   string `json:"operator"`
	Values     []any  `json:"values"`
	IgnoreCase bool   `json:"ignore_case"`
}

// matches: the values are ORed. A missing attribute, or one of the wrong type, matches nothing but `not_exists`.
func (c condition) matches(segments map[string]segment, user *user) bool {
	if c.Property == "segment" {
		return c.matchesSegment(segments, user)
	}
	value := user.value(c.Property, c.CustomKey)
	switch c.Operator {
	case "exists":
		return value != nil
	case "not_exists":
		return value == nil
	}
	positive, isNegative := strings.TrimPrefix(c.Operator, "not_"), strings.HasPrefix(c.Operator, "not_")
	switch c.Operator {
	case "is_not":
		positive, isNegative = "is", true
	case "neq":
		positive, isNegative = "eq", true
	case "semver_neq":
		positive, isNegative = "semver_eq", true
	case "contains_none":
		positive, isNegative = "contains_any", true
	}
	found, isOfType := c.compare(positive, value)
	return isOfType && found != isNegative
}

// compare returns whether the operator holds, and whether the attribute has a type that it takes.
func (c condition) compare(operator string, value any) (bool, bool) {
	folds := c.IgnoreCase || c.Property == "email" || c.Property == "country"
	fold := func(value any) any {
		if text, ok := value.(string); ok && folds {
			return foldCase(text)
		}
		return value
	}
	some := func(holds func(operand any) bool) bool {
		for _, operand := range c.Values {
			if holds(fold(operand)) {
				return true
			}
		}
		return false
	}
	if list, ok := value.([]any); ok {
		return c.compareList(operator, list, fold, some)
	}
	value = fold(value)
	text, isText := value.(string)
	switch operator {
	case "is":
		isOfType := some(func(operand any) bool {
			_, isOperandText := operand.(string)
			_, isBool := value.(bool)
			return isText && isOperandText || isBool && !isOperandText
		})
		return some(func(operand any) bool { return operand == value }), isOfType
	case "contains", "starts_with", "ends_with":
		test := map[string]func(string, string) bool{
			"contains": strings.Contains, "starts_with": strings.HasPrefix, "ends_with": strings.HasSuffix,
		}[operator]
		return some(func(operand any) bool { return test(text, operand.(string)) }), isText
	case "matches":
		flags := ""
		if folds {
			flags = "(?i)"
		}
		original, _ := value.(string)
		return some(func(operand any) bool {
			pattern, err := regexp.Compile(flags + operand.(string))
			return err == nil && pattern.MatchString(original)
		}), isText
	case "eq", "gt", "gte", "lt", "lte":
		n, ok := value.(number)
		return ok && some(func(operand any) bool {
			other, _ := numberOf(operand.(json.Number))
			return holds(operator, n.compare(other.value))
		}), ok
	case "before", "after":
		instant, ok := parseInstant(text)
		return isText && ok && some(func(operand any) bool {
			other, _ := parseInstant(operand.(string))
			return holds(map[string]string{"before": "lt", "after": "gt"}[operator], compareFloats(instant, other))
		}), isText && ok
	case "semver_eq", "semver_gt", "semver_gte", "semver_lt", "semver_lte":
		version, ok := parseVersion(text)
		return isText && ok && some(func(operand any) bool {
			other, _ := parseVersion(operand.(string))
			return holds(strings.TrimPrefix(operator, "semver_"), version.compare(other))
		}), isText && ok
	case "in_cidr":
		address, ok := parsePeerAddress(text)
		return isText && ok && some(func(operand any) bool { return isInRange(operand.(string), address) }), isText && ok
	}
	return false, false
}

func holds(operator string, order int) bool {
	switch operator {
	case "eq":
		return order == 0
	case "gt":
		return order > 0
	case "gte":
		return order >= 0
	case "lt":
		return order < 0
	}
	return order <= 0
}

func (c condition) compareList(operator string, list []any, fold func(any) any, some func(func(any) bool) bool) (bool, bool) {
	has := func(operand any) bool {
		for _, entry := range list {
			if isSame(fold(entry), operand) {
				return true
			}
		}
		return false
	}
	switch operator {
	case "contains_any":
		return some(has), true
	case "contains_all":
		return !some(func(operand any) bool { return !has(operand) }), true
	}
	return false, false
}

// isSame compares an entry of a list with an operand. A text that is too long equals nothing.
func isSame(entry, operand any) bool {
	if text, ok := entry.(string); ok {
		return text == operand && utf16Length(text) <= maxTextLength
	}
	if n, ok := numberOf(entry); ok {
		other, ok := numberOf(operand)
		return ok && n.compare(other.value) == 0
	}
	flag, ok := entry.(bool)
	return ok && flag == operand
}

// matchesSegment: both operators are false for a segment that does not exist.
func (c condition) matchesSegment(segments map[string]segment, user *user) bool {
	areAllKnown := true
	for _, value := range c.Values {
		s, ok := segments[strings.ToLower(value.(string))]
		if !ok {
			areAllKnown = false
		} else if matchesAny(s.AnyOf, nil, user) {
			return c.Operator == "in_segment"
		}
	}
	return c.Operator == "not_in_segment" && areAllKnown
}
