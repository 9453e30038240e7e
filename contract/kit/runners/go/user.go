package main

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf16"
)

// number is a number of a user. `exact` is a whole number that no double keeps.
type number struct {
	value float64
	exact *big.Int
}

// tooLong stands for a text or a list that only `exists` and `not_exists` see.
type tooLong struct{}

const maxTextLength, maxListLength = 4096, 1000

// user has the attributes as conditions see them: string, []any, number, bool, tooLong, or another type that no operator takes.
type user struct {
	id         string // at any length, for overrides
	attributes map[string]any
	customData map[string]any
}

func newUser(given map[string]any) *user {
	u := &user{attributes: map[string]any{}}
	for name, member := range map[string]string{
		"user_id": "id", "email": "email", "organisation_id": "organisation_id", "ip_address": "ip",
		"app_version": "app_version", "platform": "platform", "country": "country",
	} {
		text, ok := textOf(given[member])
		if !ok || text == "" && (name == "user_id" || name == "email") {
			continue
		}
		if name == "user_id" {
			u.id = text
		}
		u.attributes[name] = shortened(text)
	}
	if list, ok := given["audiences"].([]any); ok {
		texts := []any{}
		for _, entry := range list {
			if text, ok := textOf(entry); ok {
				texts = append(texts, text)
			}
		}
		u.attributes["audience"] = any(texts)
		if len(list) > maxListLength {
			u.attributes["audience"] = tooLong{}
		}
	}
	u.customData, _ = given["custom_data"].(map[string]any)
	return u
}

// textOf returns a text, or the digits of a number.
func textOf(value any) (string, bool) {
	if text, ok := value.(string); ok {
		return text, true
	}
	if n, ok := numberOf(value); ok {
		return n.digits(), true
	}
	return "", false
}

func shortened(text string) any {
	if utf16Length(text) > maxTextLength {
		return tooLong{}
	}
	return text
}

func utf16Length(text string) int { return len(utf16.Encode([]rune(text))) }

// value returns an attribute; nil = it is missing.
func (u *user) value(property, customKey string) any {
	if property != "custom" {
		return u.attributes[property]
	}
	if customKey == "__proto__" {
		return nil
	}
	switch value := u.customData[customKey].(type) {
	case string:
		return shortened(value)
	case []any:
		if len(value) > maxListLength {
			return tooLong{}
		}
		return value
	case json.Number:
		if n, ok := numberOf(value); ok {
			return n
		}
		return nil
	default:
		return value
	}
}

func (u *user) bucketingKey(bucketBy []string) (string, bool) {
	if len(bucketBy) == 0 {
		bucketBy = []string{"user_id", "email"}
	}
	for _, name := range bucketBy {
		property, customKey := name, ""
		if strings.HasPrefix(name, "custom.") {
			property, customKey = "custom", name[len("custom."):]
		}
		switch value := u.value(property, customKey).(type) {
		case string:
			if value == "" {
				continue
			}
			if name == "email" {
				return foldCase(value), true
			}
			return value, true
		case number:
			return value.digits(), true
		}
	}
	return "", false
}

// numberOf reads a number; false = it is none, or beyond the range of doubles.
func numberOf(value any) (number, bool) {
	written, ok := value.(json.Number)
	if !ok {
		return number{}, false
	}
	n := number{}
	n.value, _ = strconv.ParseFloat(string(written), 64)
	if math.IsInf(n.value, 0) {
		return n, false
	}
	if math.Abs(n.value) > 1<<53-1 {
		exact, _ := new(big.Rat).SetString(string(written))
		rounded, _ := new(big.Float).SetFloat64(n.value).Int(nil)
		if exact != nil && exact.IsInt() && exact.Num().Cmp(rounded) != 0 {
			n.exact = exact.Num()
		}
	}
	return n, true
}

func (n number) digits() string {
	if n.exact != nil {
		return n.exact.String()
	}
	if n.value == 0 {
		return "0" // also -0
	}
	return strconv.FormatFloat(n.value, 'f', -1, 64)
}

func (n number) compare(other float64) int {
	if n.value != other || n.exact == nil {
		return compareFloats(n.value, other)
	}
	rounded, _ := new(big.Float).SetFloat64(other).Int(nil)
	return n.exact.Cmp(rounded)
}

func compareFloats(left, right float64) int {
	switch {
	case left < right:
		return -1
	case left > right:
		return 1
	}
	return 0
}

// foldCase lowers letter by letter. Sigma stays one letter, also at the end of a word.
func foldCase(text string) string {
	// Unlike Unicode's full mapping, Go's leaves out the dot of İ.
	return strings.ReplaceAll(strings.ToLower(strings.ReplaceAll(text, "İ", "i\u0307")), "ς", "σ")
}
