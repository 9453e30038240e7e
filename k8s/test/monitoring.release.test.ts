import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { itWith } from '@bunting/testing/requirements';
import { parse } from 'yaml';
import { services } from '../../local/src/services.ts';
import { findMetricNames } from './metric-names.ts';
import { findPromtool, runPromtool } from './promtool.ts';
import { overlays, readRendered } from './rendered.ts';
import { parseMetrics, scrapeServices, type Metric } from './scrape-services.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const monitoring = (file: string) => read(`k8s/monitoring/${file}`);

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly summary?: string };
}
const rulesOf = (file: string) =>
  (parse(monitoring(file)) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
const recorded = rulesOf('recording-rules.yaml');
const alerts = rulesOf('alert-rules.yaml');
const runbook = `${read('docs/operate/runbook.md')}\n#${read('docs/reference/metrics.md')}`;

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(monitoring('dashboard.json')) as { panels: Panel[] };

/** Returns rows of a table of the runbook whose first cell is `code` or a plain word. */
function rowsBelow(heading: string): string[][] {
  const section = runbook.slice(runbook.indexOf(`\n## ${heading}\n`) + 1).split('\n## ')[0]!;
  const lines = section
    .split('\n\n')
    .find((block) => block.startsWith('|'))!
    .trim()
    .split('\n')
    .slice(2);
  return lines.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
  );
}

/** Returns whether a service is meant: by `all`, `all but console`, or names. */
function isOf(service: string, where: string): boolean {
  const [, exception] = /^all(?: but (.+))?$/.exec(where) ?? [];
  return where.startsWith('all') ? service !== exception : where.split(', ').includes(service);
}

let scraped: ReadonlyMap<string, readonly Metric[]>;
let expositions: ReadonlyMap<string, string>;
beforeAll(async () => {
  expositions = await scrapeServices();
  scraped = new Map([...expositions].map(([service, text]) => [service, parseMetrics(text)]));
});

describe('the metrics', () => {
  it.each(services.map(({ name }) => name))(
    'of %s are exactly those that the runbook describes',
    (service) => {
      const described = rowsBelow('Metrics')
        .filter(([, , , where]) => isOf(service, where!))
        .map(([name, type]) => `${name} ${type}`);
      const found = scraped.get(service)!.map(({ name, type }) => `${name} ${type}`);
      expect(found.toSorted()).toEqual(described.toSorted());
    },
  );

  it('have a help text each, and the runbook says what they mean', () => {
    for (const { name, help } of [...scraped.values()].flat()) expect([name, help]).not.toEqual([name, '']);
    for (const [name, , , , meaning] of rowsBelow('Metrics')) expect([name, meaning]).not.toEqual([name, '']);
  });

  it('are named by the scheme of the runbook', () => {
    const own = [...scraped.values()].flat().filter(({ name }) => !/^(nodejs|process)_/.test(name));
    for (const { name, type } of own) {
      expect(name).toMatch(/^bunting_[a-z0-9_]+$/);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|mb)(_|$)/);
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
  });

  it('have the labels that the runbook names', () => {
    const labels = new Map(
      rowsBelow('Metrics').map(([name, , named]) => [name, new Set(named!.split(', '))]),
    );
    for (const text of expositions.values()) {
      for (const [, sample, inside] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
        const allowed = labels.get(sample) ?? labels.get(sample!.replace(/_(bucket|sum|count)$/, ''))!;
        const given = [...inside!.matchAll(/(\w+)="/g)]
          .map(([, label]) => label!)
          .filter((label) => label !== 'le');
        expect([sample, given.filter((label) => !allowed.has(label))]).toEqual([sample, []]);
      }
    }
  });
});

describe('every expression', () => {
  const expressions = [
    ...recorded.map(({ record, expr }) => [record!, expr] as const),
    ...alerts.map(({ alert, expr }) => [alert!, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => [title, expr] as const),
    ),
  ];

  it.each(expressions)('of %s can be parsed, and refers only to metrics that exist: %s', (_, expression) => {
    const known = new Set(['up', ...recorded.map(({ record }) => record)]);
    for (const { name, type } of [...scraped.values()].flat()) {
      known.add(name);
      if (type === 'histogram') for (const part of ['bucket', 'sum', 'count']) known.add(`${name}_${part}`);
    }
    const names = findMetricNames(expression);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('that is invalid is found', () => {
    expect(() => findMetricNames('sum by (x (rate(y[5m]))')).toThrow(/cannot be parsed/);
  });
});

describe('the alerts', () => {
  it('are exactly those of the runbook, with their severity and what to do', () => {
    const rows = rowsBelow('Alerts');
    expect(rows.map(([name, severity]) => [name, severity])).toEqual(
      alerts.map(({ alert, labels }) => [alert, labels!.severity]),
    );
    for (const [, , meaning, remedy] of rows)
      expect(Math.min(meaning!.length, remedy!.length)).toBeGreaterThan(20);
    for (const { annotations } of alerts) expect(annotations?.summary).toBeTruthy();
  });

  it('each fire in the tests of promtool', () => {
    const { tests } = parse(monitoring('alert-tests.yaml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[];
    };
    const fired = new Set(
      tests
        .flatMap((test) => test.alert_rule_test)
        .filter((test) => test.exp_alerts.length > 0)
        .map((test) => test.alertname),
    );
    expect(alerts.map(({ alert }) => alert).filter((name) => !fired.has(name!))).toEqual([]);
  });

  const promtool = { name: 'promtool here (apt-get install prometheus)', found: findPromtool() };
  itWith(promtool, 'pass promtool', (program) => {
    const files = ['recording-rules.yaml', 'alert-rules.yaml'];
    expect(runPromtool(program, 'check', 'rules', ...files)).toMatchObject({ isContent: true });
    expect(runPromtool(program, 'test', 'rules', 'alert-tests.yaml')).toMatchObject({ isContent: true });
  });
});

describe('the dashboard', () => {
  it('has panels with unique ids, a title and a query', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { type, title, targets } of panels) {
      expect(title).toBeTruthy();
      if (type !== 'row') expect(targets!.length).toBeGreaterThan(0);
    }
  });
});

describe('scraping', () => {
  it('finds the pods by a label that every overlay sets, at the port of their metrics', () => {
    const { spec } = parse(monitoring('pod-monitor.yaml')) as {
      spec: { selector: { matchLabels: Record<string, string> }; podMetricsEndpoints: { port: string }[] };
    };
    for (const overlay of overlays) {
      const pods = readRendered(overlay)
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ spec }) => (spec as { template: object }).template);
      expect(pods.length).toBeGreaterThanOrEqual(services.length);
      for (const pod of pods) expect(pod).toMatchObject({ metadata: { labels: spec.selector.matchLabels } });
    }
    expect(spec.podMetricsEndpoints[0]!.port).toBe('http');
  });

  it('serves the metrics that the autoscalers use', () => {
    const { rules } = parse(monitoring('prometheus-adapter.yaml')) as {
      rules: { custom: { seriesQuery: string; metricsQuery: string; name: { as: string } }[] };
    };
    const served = new Set(rules.custom.map(({ name }) => name.as));
    const asked = readRendered('production')
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .flatMap(({ spec }) => (spec as { metrics: { pods?: { metric: { name: string } } }[] }).metrics)
      .flatMap(({ pods }) => pods?.metric.name ?? []);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !served.has(name))).toEqual([]);
    expect(rules.custom.flatMap(({ seriesQuery }) => findMetricNames(seriesQuery))).toEqual([
      'bunting_http_request_duration_seconds_count',
      'bunting_stream_connections',
    ]);
  });
});
