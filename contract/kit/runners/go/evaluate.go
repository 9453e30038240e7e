package main

import (
	"encoding/json"
	"math"
	"sort"
	"strings"
)

type feature struct {
	Slug      string `json:"slug"`
	Status    string `json:"status"`
	Salt      string `json:"salt"`
	Variables []struct {
		Slug             string  `json:"slug"`
		DefaultVariation *string `json:"default_variation"`
	} `json:"variables"`
	Variations []struct {
		Slug   string            `json:"slug"`
		Values []json.RawMessage `json:"values"`
	} `json:"variations"`
	Targeting *struct {
		Enabled       bool           `json:"enabled"`
		Prerequisites []prerequisite `json:"prerequisites"`
		Rules         []rule         `json:"rules"`
	} `json:"targeting"`
	Overrides map[string]string `json:"overrides"`
}

type segment struct {
	Slug  string  `json:"slug"`
	AnyOf []group `json:"any_of"`
}

type prerequisite struct {
	Variable   string   `json:"variable"`
	Variations []string `json:"variations"`
}

type group struct {
	AllOf []condition `json:"all_of"`
}

type rule struct {
	Enabled  *bool   `json:"enabled"`
	AnyOf    []group `json:"any_of"`
	Schedule *struct {
		From *string `json:"from"`
		To   *string `json:"to"`
	} `json:"schedule"`
	Rollout *struct {
		Percentage float64 `json:"percentage"`
		Stages     []stage `json:"stages"`
	} `json:"rollout"`
	Serve struct {
		Variation *string  `json:"variation"`
		Split     []share  `json:"split"`
		BucketBy  []string `json:"bucket_by"`
	} `json:"serve"`
}

type stage struct {
	At         string  `json:"at"`
	Percentage float64 `json:"percentage"`
}

type share struct {
	Variation string  `json:"variation"`
	Weight    float64 `json:"weight"`
}

type result struct {
	Key       string          `json:"key"`
	Value     json.RawMessage `json:"value"`
	Variation *string         `json:"variation"`
	Reason    string          `json:"reason"`
	Feature   *string         `json:"feature"`
	Split     bool            `json:"split,omitempty"`
}

const bucketCount = 100_000

// evaluate is the table of decisions 1.1: the first line that applies decides. `now` is in milliseconds since 1970.
func evaluate(features []feature, segments map[string]segment, key string, user *user, now float64) result {
	slug := strings.ToLower(key)
	for _, f := range features {
		for index, variable := range f.Variables {
			if variable.Slug != slug || f.Status == "archived" {
				continue
			}
			variation, reason, split := decide(f, variable.DefaultVariation, features, segments, user, now)
			answer := result{Key: key, Value: json.RawMessage("null"), Reason: reason, Feature: &f.Slug, Split: split}
			for _, each := range f.Variations {
				if variation != nil && each.Slug == *variation {
					answer.Value, answer.Variation = each.Values[index], variation
				}
			}
			return answer
		}
	}
	return result{Key: key, Value: json.RawMessage("null"), Reason: "variable_not_found"}
}

func decide(f feature, byDefault *string, features []feature, segments map[string]segment, user *user, now float64) (*string, string, bool) {
	if f.Status == "complete" {
		return byDefault, "feature_complete", false
	}
	if f.Targeting != nil && !f.Targeting.Enabled {
		return nil, "targeting_disabled", false
	}
	if pinned, ok := f.Overrides[user.id]; ok && user.id != "" {
		return &pinned, "self_targeting_override", false
	}
	if f.Targeting == nil {
		return byDefault, "default_variation", false
	}
	if !areMet(f, features, segments, user, now) {
		return byDefault, "no_rule_matched", false
	}
	for _, r := range f.Targeting.Rules {
		if r.Enabled != nil && !*r.Enabled || !matchesAny(r.AnyOf, segments, user) {
			continue
		}
		if variation, split := serve(r, f.Salt, user, now); variation != nil {
			return variation, "targeting_rule_matched", split
		}
	}
	return byDefault, "no_rule_matched", false
}

// areMet returns whether each variable serves one of the named variations. A chain that is too long is not followed.
func areMet(f feature, features []feature, segments map[string]segment, user *user, now float64) bool {
	if len(f.Targeting.Prerequisites) == 0 {
		return true
	}
	reached := map[string]bool{}
	if depth(f, features, reached, maxDepth+1) > maxDepth || len(reached) > maxFeatures {
		return false
	}
	for _, p := range f.Targeting.Prerequisites {
		served := evaluate(features, segments, p.Variable, user, now).Variation
		if served == nil || !contains(p.Variations, *served) {
			return false
		}
	}
	return true
}

const maxDepth = 10
const maxFeatures = 100

// depth returns the length of the longest chain of prerequisites, up to a limit, and adds the features that it meets.
func depth(f feature, features []feature, reached map[string]bool, limit int) int {
	if limit == 0 || f.Status != "live" || f.Targeting == nil || !f.Targeting.Enabled {
		return 0
	}
	deepest := 0
	for _, p := range f.Targeting.Prerequisites {
		deepest = max(deepest, 1)
		for _, other := range features {
			if !hasVariable(other, p.Variable) {
				continue
			}
			reached[other.Slug] = true
			if len(reached) > maxFeatures {
				return limit
			}
			deepest = max(deepest, 1+depth(other, features, reached, limit-1))
		}
	}
	return deepest
}

func hasVariable(f feature, slug string) bool {
	for _, variable := range f.Variables {
		if variable.Slug == slug {
			return true
		}
	}
	return false
}

func contains(list []string, text string) bool {
	for _, each := range list {
		if each == text {
			return true
		}
	}
	return false
}

func matchesAny(groups []group, segments map[string]segment, user *user) bool {
	for _, g := range groups {
		all := true
		for _, c := range g.AllOf {
			all = all && c.matches(segments, user)
		}
		if all {
			return true
		}
	}
	return len(groups) == 0
}

// serve returns the variation of a matching rule, nil = none, and whether buckets decided.
func serve(r rule, salt string, user *user, now float64) (*string, bool) {
	if r.Schedule != nil && !isOpen(r.Schedule.From, r.Schedule.To, now) {
		return nil, false
	}
	limit := float64(bucketCount)
	if r.Rollout != nil {
		limit = rolloutLimit(r.Rollout.Percentage, r.Rollout.Stages, now)
	}
	only := r.Serve.Variation
	if only == nil {
		only = onlyVariation(r.Serve.Split)
	}
	isBucketed := r.Rollout != nil || len(r.Serve.Split) > 0
	if limit <= 0 {
		return nil, false
	}
	if limit >= bucketCount && only != nil {
		return only, isBucketed
	}
	key, ok := user.bucketingKey(r.Serve.BucketBy)
	if !ok || limit < bucketCount && float64(bucket(salt, "rollout", key)) >= limit {
		return nil, false
	}
	if only != nil {
		return only, true
	}
	end := 0.0
	for _, s := range r.Serve.Split {
		end += thousandths(s.Weight)
		if float64(bucket(salt, "split", key)) < end {
			return &s.Variation, true
		}
	}
	return nil, false
}

// onlyVariation returns the variation that has every bucket; nil = there are several.
func onlyVariation(split []share) *string {
	var only *string
	for _, s := range split {
		if s.Weight > 0 && only != nil && *only != s.Variation {
			return nil
		}
		if s.Weight > 0 {
			variation := s.Variation
			only = &variation
		}
	}
	return only
}

// isOpen: `from` is inclusive, `to` is exclusive, and nil is open.
func isOpen(from, to *string, now float64) bool {
	if from != nil {
		if at, ok := parseInstant(*from); !ok || now < at {
			return false
		}
	}
	if to != nil {
		if at, ok := parseInstant(*to); !ok || now >= at {
			return false
		}
	}
	return true
}

// rolloutLimit: buckets below it pass. Stages have straight lines between them, 0 before the first, and the last one's percentage ever after.
func rolloutLimit(percentage float64, stages []stage, now float64) float64 {
	if stages == nil {
		return thousandths(percentage)
	}
	sort.SliceStable(stages, func(i, j int) bool { return at(stages[i]) < at(stages[j]) })
	limit, since := 0.0, math.Inf(-1)
	for _, s := range stages {
		if now < at(s) {
			if math.IsInf(since, -1) {
				return 0
			}
			return limit + (thousandths(s.Percentage)-limit)*(now-since)/(at(s)-since)
		}
		limit, since = thousandths(s.Percentage), at(s)
	}
	return limit
}

func at(s stage) float64 {
	instant, _ := parseInstant(s.At)
	return instant
}

// thousandths of a per cent, whole where the percentage has at most three decimals: 16.1 is 16,100, although 16.1 × 1000 is more.
func thousandths(percentage float64) float64 {
	exact := percentage * 1000
	if whole := math.Round(exact); math.Abs(exact-whole) < 1e-6 {
		return whole
	}
	return exact
}

// bucket is decisions 1.3.
func bucket(salt, purpose, key string) uint32 {
	return uint32(uint64(murmur3(salt+":"+purpose+":"+key)) * bucketCount >> 32)
}

// murmur3 is the variant x86_32 with seed 0.
func murmur3(text string) uint32 {
	data, hash := []byte(text), uint32(0)
	mix := func(k uint32) uint32 {
		k *= 0xcc9e2d51
		return (k<<15 | k>>17) * 0x1b873593
	}
	for len(data) >= 4 {
		hash ^= mix(uint32(data[0]) | uint32(data[1])<<8 | uint32(data[2])<<16 | uint32(data[3])<<24)
		hash = (hash<<13|hash>>19)*5 + 0xe6546b64
		data = data[4:]
	}
	var tail uint32
	for index := len(data) - 1; index >= 0; index-- {
		tail = tail<<8 | uint32(data[index])
	}
	hash ^= mix(tail)
	hash ^= uint32(len(text))
	hash = (hash ^ hash>>16) * 0x85ebca6b
	hash = (hash ^ hash>>13) * 0xc2b2ae35
	return hash ^ hash>>16
}
