// A runner for the contract kit: reads requests from standard input, one a line, and writes a result for each.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
)

type request struct {
	Datafile struct {
		Fragments []struct {
			Kind     string          `json:"kind"`
			Document json.RawMessage `json:"document"`
		} `json:"fragments"`
	} `json:"datafile"`
	Key     string         `json:"key"`
	Context map[string]any `json:"context"`
	Now     string         `json:"now"`
}

func main() {
	input := bufio.NewReaderSize(os.Stdin, 1<<20)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	encoder := json.NewEncoder(output)
	encoder.SetEscapeHTML(false)
	decoder := json.NewDecoder(input)
	decoder.UseNumber()
	for decoder.More() {
		var req request
		if err := decoder.Decode(&req); err != nil {
			panic(err)
		}
		if err := encoder.Encode(answer(req)); err != nil {
			panic(err)
		}
	}
}

func answer(req request) result {
	now, _ := parseInstant(req.Now)
	segments := map[string]segment{}
	var features []feature
	for _, fragment := range req.Datafile.Fragments {
		if fragment.Kind == "segment" {
			var found segment
			if read(fragment.Document, &found) {
				segments[strings.ToLower(found.Slug)] = found
			}
			continue
		}
		var found feature
		if read(fragment.Document, &found) {
			features = append(features, found)
		}
	}
	return evaluate(features, segments, req.Key, newUser(req.Context), now)
}

// read parses a document; false = it is null, so the fragment was deleted.
func read(document json.RawMessage, into any) bool {
	if string(document) == "null" || len(document) == 0 {
		return false
	}
	decoder := json.NewDecoder(strings.NewReader(string(document)))
	decoder.UseNumber()
	return decoder.Decode(into) == nil
}
