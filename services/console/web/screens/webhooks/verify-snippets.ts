/** The verification of a signature in three languages: `isGenuine(secret, timestamp, signature, body)`. */
export const verifySnippets = {
  'Node.js': `import { createHmac, timingSafeEqual } from 'node:crypto';

// timestamp and signature: X-Service-Timestamp and X-Service-Signature; body: the bytes as they came
export function isGenuine(secret, timestamp, signature, body) {
  if (!/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const mac = createHmac('sha256', secret).update(timestamp + '.').update(body).digest('hex');
  const expected = Buffer.from('v1=' + mac);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
`,
  Python: `import hashlib
import hmac
import re
import time


# timestamp and signature: X-Service-Timestamp and X-Service-Signature; body: the bytes as they came
def is_genuine(secret, timestamp, signature, body):
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    mac = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature.encode(), ("v1=" + mac).encode())
`,
  Go: `import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"
)

// timestamp and signature: X-Service-Timestamp and X-Service-Signature; body: the bytes as they came
func isGenuine(secret, timestamp, signature string, body []byte) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return false
	}
	if age := time.Now().Unix() - seconds; age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := "v1=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(signature), []byte(expected))
}
`,
} as const;

export type Language = keyof typeof verifySnippets;
export const languages = Object.keys(verifySnippets) as readonly Language[];
