import { describe, expect, it } from '@jest/globals';

interface Outcome {
  readonly code: number;
  readonly sentence: string;
}
const { judge } = (await import(new URL('../audit.mjs', import.meta.url).href)) as {
  judge: (output: string, env: Record<string, string>) => Outcome;
};

const report = (vulnerabilities: Record<string, number>) => JSON.stringify({ metadata: { vulnerabilities } });

describe('the audit of dependencies', () => {
  it('passes with vulnerabilities that are not serious, and reports them', () => {
    expect(judge(report({ low: 1, moderate: 2, high: 0, critical: 0 }), {})).toMatchObject({
      code: 0,
      sentence: expect.stringContaining('0 high, 2 moderate, 1 low'),
    });
  });

  it.each(['high', 'critical'])('fails for a %s vulnerability', (severity) => {
    expect(judge(`[WARN] of something\n${report({ [severity]: 1 })}`, {}).code).toBe(1);
  });

  it.each(['', 'ERR_PNPM_AUDIT_BAD_RESPONSE', '{"error": {"code": "ENOTFOUND"}}', '{'])(
    'reports that nothing is known when the registry does not answer: %j',
    (output) => {
      expect(judge(output, {})).toMatchObject({
        code: 0,
        sentence: expect.stringContaining('nothing is known'),
      });
      expect(judge(output, { AUDIT_REQUIRED: 'true' }).code).toBe(1);
    },
  );
});
