import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { gateJunit, gateMarkdown, shownNumber, type ReportedRule } from './gate-report.ts';

const rule = (more: Partial<ReportedRule> = {}): ReportedRule => ({
  rule: 'correctness < baseline - 0.02',
  passed: false,
  value: 0.84,
  threshold: 0.88,
  difference: { value: -0.06, low: -0.11, high: -0.01 },
  detail: '0.84 < 0.88.',
  ...more,
});

it('says in a table what failed and by how much', () => {
  const rules = [
    rule(),
    rule({ passed: true, rule: 'error_rate > 0', value: null, threshold: 0, difference: null }),
  ];
  const markdown = gateMarkdown({
    passed: false,
    experimentName: 'shorter prompt',
    baselineName: 'main',
    rules,
  });
  expect(markdown).toContain(
    '## Experiment gate failed: 1 of 2 rules\n\nshorter prompt against main\n',
  );
  expect(markdown).toContain(
    '| **failed** | correctness &#60; baseline &#45; 0&#46;02 | 0.84 | 0.88 | -0.06 [-0.11, -0.01] |',
  );
  expect(markdown).toContain('| passed | error&#95;rate &#62; 0 | unknown | 0 |  |');
  expect(
    gateMarkdown({ passed: true, experimentName: 'x', baselineName: null, rules: [] }),
  ).toContain('gate passed\n\nx\n');
});

it('is well-formed XML and one line a cell, whatever names hold', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ']]>',
      '<script>',
      '&amp;',
      '|\n|',
      '\ud800',
      '\0\u0007',
      '`@all` [x](javascript:1)',
      '"\'',
    ),
  );
  fc.assert(
    fc.property(hostile, hostile, (name, detail) => {
      const report = {
        passed: false,
        experimentName: name,
        baselineName: name,
        rules: [rule({ rule: name, detail })],
      };
      const junit = gateJunit(report);
      expect(
        junit
          .replaceAll(
            /<\/?(?:\?xml|testsuites|testsuite|testcase|failure)(?: [a-z]+="[^"<>]*")*\s*[/?]?>/g,
            '',
          )
          .trim(),
      ).toBe('');
      // oxlint-disable-next-line no-control-regex -- what XML cannot hold
      expect(junit).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|&(?!#\d+;)/);
      expect(junit.isWellFormed()).toBe(true);
      const rows = gateMarkdown(report).split('\n').slice(6);
      expect(rows).toHaveLength(2);
      expect(rows[0]?.match(/\|/g)).toHaveLength(7);
      expect(rows[0]?.replaceAll(/&#\d+;|\*\*failed\*\*|\[-0\.11, -0\.01\]/g, '')).not.toMatch(
        /[<>@[\]`*]/,
      );
    }),
    { numRuns: 500 },
  );
});

it('shortens numbers', () => {
  expect([0.1 + 0.2, 1 / 3, 1e-9, 123456789, 5].map(shownNumber)).toEqual([
    '0.3',
    '0.333333',
    '1e-9',
    '123457000',
    '5',
  ]);
});
