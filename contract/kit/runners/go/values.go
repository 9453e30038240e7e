package main

import (
	"math"
	"math/big"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	year   = `^(\d{4}|[+-]\d{6})`
	offset = `(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?)?$`
)

// The two forms of ISO 8601 in decisions 3, which do not mix.
var (
	extended = regexp.MustCompile(year + `-(?:(\d{2})-(\d{2})|(\d{3})|W(\d{2})-([1-7]))(?:[Tt](\d{2})(?::(\d{2})(?::(\d{2}))?)?(?:[.,](\d{1,30}))?` + offset)
	basic    = regexp.MustCompile(year + `(?:(\d{2})(\d{2})|(\d{3})|W(\d{2})([1-7]))(?:[Tt](\d{2})(?:(\d{2})(\d{2})?)?(?:[.,](\d{1,30}))?` + offset)
)

// parseInstant returns milliseconds since 1970. Without an offset a time is UTC; a date alone is its midnight.
func parseInstant(text string) (float64, bool) {
	m := extended.FindStringSubmatch(text)
	if m == nil {
		m = basic.FindStringSubmatch(text)
	}
	if m == nil || len(text) > 64 || m[1] == "-000000" {
		return 0, false
	}
	field := func(index int) int {
		value, _ := strconv.Atoi(m[index])
		return value
	}
	day, ok := dayOf(field(1), m, field)
	if !ok || field(8) > 59 || field(9) > 59 || field(12) > 23 || field(13) > 59 {
		return 0, false
	}
	unit := 1000.0
	if m[9] == "" {
		unit = 60_000
	}
	if m[8] == "" {
		unit = 3_600_000
	}
	fraction, _ := strconv.ParseFloat("0."+m[10]+"0", 64)
	clock := float64(field(7))*3_600_000 + float64(field(8))*60_000 + float64(field(9))*1000 + fraction*unit
	if clock > 86_400_000 {
		return 0, false
	}
	shift := float64(field(12)*60+field(13)) * 60_000
	if m[11] == "-" {
		shift = -shift
	}
	instant := float64(day.Unix())*1000 + clock - shift
	return instant, math.Abs(instant) <= 8.64e15
}

// dayOf reads a date of the calendar, of the year, or of the week.
func dayOf(year int, m []string, field func(int) int) (time.Time, bool) {
	date := func(month, day int) time.Time { return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC) }
	switch {
	case m[2] != "":
		day := date(field(2), field(3))
		return day, int(day.Month()) == field(2) && day.Day() == field(3)
	case m[4] != "":
		day := date(1, field(4))
		return day, field(4) > 0 && day.Year() == year
	}
	fourth := date(1, 4) // always in week 1
	monday := fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7)
	day := monday.AddDate(0, 0, (field(5)-1)*7+field(6)-1)
	thursday := monday.AddDate(0, 0, (field(5)-1)*7+3)
	return day, field(5) > 0 && thursday.Year() == year
}

type version struct {
	numbers     [3]*big.Int
	identifiers []string
}

var (
	versionForm = regexp.MustCompile(`^[vV]?(0|[1-9]\d*)(?:\.(0|[1-9]\d*)(?:\.(0|[1-9]\d*)(?:-([\dA-Za-z.-]+))?(?:\+([\dA-Za-z.-]+))?)?)?$`)
	digits      = regexp.MustCompile(`^\d+$`)
)

// parseVersion reads SemVer; numbers that are left out are zero.
func parseVersion(text string) (version, bool) {
	m := versionForm.FindStringSubmatch(text)
	if m == nil {
		return version{}, false
	}
	v := version{}
	for index := range v.numbers {
		v.numbers[index], _ = new(big.Int).SetString("0"+m[index+1], 10)
	}
	if m[4] != "" {
		v.identifiers = strings.Split(m[4], ".")
	}
	for _, each := range v.identifiers {
		if each == "" || len(each) > 1 && each[0] == '0' && digits.MatchString(each) {
			return version{}, false
		}
	}
	for _, each := range strings.Split(m[5], ".") {
		if m[5] != "" && each == "" {
			return version{}, false
		}
	}
	return v, true
}

func (v version) compare(other version) int {
	for index := range v.numbers {
		if order := v.numbers[index].Cmp(other.numbers[index]); order != 0 {
			return order
		}
	}
	left, right := v.identifiers, other.identifiers
	if len(left) == 0 || len(right) == 0 {
		return len(right) - len(left) // a release comes after its pre-releases
	}
	for index := 0; index < len(left) && index < len(right); index++ {
		if left[index] != right[index] {
			return compareIdentifiers(left[index], right[index])
		}
	}
	return len(left) - len(right)
}

func compareIdentifiers(left, right string) int {
	isNumber, isOtherNumber := digits.MatchString(left), digits.MatchString(right)
	switch {
	case isNumber && isOtherNumber && len(left) != len(right):
		return len(left) - len(right)
	case isNumber && !isOtherNumber:
		return -1
	case !isNumber && isOtherNumber:
		return 1
	}
	return strings.Compare(left, right)
}

// parseAddress returns IPv4-mapped IPv6 as IPv4. Zones are refused.
func parseAddress(text string) (netip.Addr, bool) {
	address, err := netip.ParseAddr(text)
	return address.Unmap(), err == nil && address.Zone() == ""
}

// parsePeerAddress reads an address as proxies write it: also with a port, or IPv6 in brackets.
func parsePeerAddress(text string) (netip.Addr, bool) {
	if address, ok := parseAddress(text); ok {
		return address, true
	}
	host := text
	port := "0"
	if end := strings.LastIndex(text, "]"); strings.HasPrefix(text, "[") && end > 0 {
		host = text[1:end]
		if rest := text[end+1:]; rest != "" {
			port = strings.TrimPrefix(rest, ":")
			if port == rest {
				return netip.Addr{}, false
			}
		}
		if !strings.Contains(host, ":") {
			return netip.Addr{}, false
		}
	} else if before, after, ok := strings.Cut(text, ":"); ok {
		host, port = before, after
		if strings.Contains(host, ":") || strings.Contains(port, ":") {
			return netip.Addr{}, false
		}
	}
	number, err := strconv.Atoi(port)
	if err != nil || !digits.MatchString(port) || len(port) > 5 || number > 65_535 {
		return netip.Addr{}, false
	}
	return parseAddress(host)
}

// isInRange: a range is of one family, and one of IPv6 contains no IPv4 address.
func isInRange(text string, address netip.Addr) bool {
	written, length, hasLength := strings.Cut(text, "/")
	from, ok := parseAddress(written)
	if !ok {
		return false
	}
	if !hasLength {
		return from == address
	}
	bits, _ := strconv.Atoi(length)
	if from.Is4() && strings.Contains(written, ":") {
		if bits -= 96; bits < 0 {
			from, bits = netip.AddrFrom16(from.As16()), bits+96
		}
	}
	prefix, err := from.Prefix(bits)
	return err == nil && address.Is4() == from.Is4() && prefix.Contains(address)
}
