/** The lines that the files of the tree consist of, with the slots of generate-tree.mjs. */
const braces = ['}', '', '  }', '// $a of the $a, as $s', '/* $s */'];

export const languages = [
  {
    extension: 'ts',
    indent: 2,
    lines: [
      ...braces,
      "import { $a, $A } from './$a';",
      'export function $a($a: $A, $a: string): $A {',
      'const $a = await this.$a.$a($a, { $a: $n, $a });',
      "if ($a.$a !== $n && $a['$s'] === undefined) return $a.map(($a) => $a.$a);",
      "throw new $A('$s', { cause: $a });",
      '$a.set(\'$s\', new $A($n, "$s"));',
    ],
    mentions: [
      "if (client.isEnabled('$k')) {",
      "const $a = await client.getBooleanValue('$k', false);",
      "  title: '$k',",
      "const FLAG_$n = '$k';",
    ],
  },
  {
    extension: 'tsx',
    indent: 2,
    lines: [
      ...braces,
      "import { $A } from '../$a/$a';",
      'export function $A({ $a, $a }: { $a: $A; $a: number }) {',
      '<div className="$s" onClick={() => $a($a, $n)}>',
      '<$A $a={$a.$a} label="$s" />',
      "const [$a, set$A] = useState<$A>('$s');",
    ],
    mentions: [
      "const $a = useFlag('$k');",
      "const $a = useBooleanFlagValue('$k', false);",
      '<$A name="$k" />',
    ],
  },
  {
    extension: 'py',
    indent: 4,
    lines: [
      '',
      '# $s and the $a',
      'from $a.$a import $a, $A',
      'def $a(self, $a: $A, $a=None) -> $A:',
      "self.$a = $a.get('$s', $n) or $A($a, $a=$n)",
      'return [$a.$a($n) for $a in $a if $a.$a is not None]',
      'raise $A("$s: %s" % $a)',
    ],
    mentions: [
      "if client.get_boolean_value('$k', False, context):",
      'enabled = unleash.is_enabled("$k")',
      "FLAGS = ['$k']",
    ],
  },
  {
    extension: 'go',
    indent: 4,
    lines: [
      ...braces,
      'func ($a *$A) $a(ctx context.Context, $a string) (*$A, error) {',
      'if err := $a.$a(ctx, $a, $n); err != nil {',
      'return nil, fmt.Errorf("$s: %w", err)',
      '$a := map[string]$A{"$s": $a.$a($n)}',
    ],
    mentions: ['on, _ := client.BooleanValue(ctx, "$k", false, evalCtx)', 'const flag$n = "$k"'],
  },
  {
    extension: 'java',
    indent: 4,
    lines: [
      ...braces,
      'import com.example.$a.$A;',
      'public final class $A extends $A implements $A {',
      'private final Map<String, $A> $a = new HashMap<>();',
      'return $a.stream().map($A::$a).collect(Collectors.toList());',
      'throw new IllegalStateException("$s " + $a.$a($n));',
    ],
    mentions: ['boolean $a = client.boolVariation("$k", context, false);', 'static final String $a = "$k";'],
  },
  {
    extension: 'kt',
    indent: 4,
    lines: [
      ...braces,
      'data class $A(val $a: $A, val $a: String? = null)',
      'fun $a($a: $A): $A = $a.$a { it.$a > $n }',
      'val $a = $a?.$a ?: error("$s")',
    ],
    mentions: ['if (client.getBooleanValue("$k", false)) {', 'const val FLAG_$n = "$k"'],
  },
  {
    extension: 'swift',
    indent: 4,
    lines: [
      ...braces,
      'struct $A: Codable { let $a: String; var $a: Int = $n }',
      'guard let $a = $a.$a($a: $n) else { return nil }',
      'let $a = NSLocalizedString("$s", comment: "$s")',
    ],
    mentions: ['let $a = client.boolVariation(forKey: "$k", defaultValue: false)'],
  },
  {
    extension: 'cs',
    indent: 4,
    lines: [
      ...braces,
      'using Example.$A.$A;',
      'public async Task<$A> $A($A $a, string $a = "$s")',
      'var $a = await _$a.$A($a, $n).ConfigureAwait(false);',
    ],
    mentions: ['var $a = await client.GetBooleanValueAsync("$k", false);', 'public const string $A = "$k";'],
  },
  {
    extension: 'rb',
    indent: 2,
    lines: ['', '# $s', "require '$a/$a'", 'def $a($a, $a: $n)', "$a.each { |$a| $a.$a('$s', :$a) }", 'end'],
    mentions: ["if client.bool_variation('$k', context, false)", "FLAG_$n = '$k'.freeze"],
  },
  {
    extension: 'php',
    indent: 4,
    lines: [
      ...braces,
      'use App\\$A\\$A;',
      'public function $a($A $$a, string $$a): $A',
      "$this->$a['$s'] = $this->$a->$a($$a, $n);",
    ],
    mentions: ["if ($client->variation('$k', $context, false)) {"],
  },
  {
    extension: 'rs',
    indent: 4,
    lines: [
      ...braces,
      'use crate::$a::{$A, $A};',
      'pub fn $a(&self, $a: &$A) -> Result<$A, $A> {',
      'let $a = self.$a.get("$s").ok_or($A::$A($n))?;',
    ],
    mentions: ['let $a = client.bool_variation(&context, "$k", false);', 'const FLAG_$n: &str = "$k";'],
  },
  {
    extension: 'dart',
    indent: 2,
    lines: [
      ...braces,
      "import 'package:$a/$a.dart';",
      'final $A $a = await $a.$a(context, $a: $n);',
      "child: Text('$s', style: $A.of(context).$a),",
    ],
    mentions: ["if (await client.getBooleanValue('$k', false)) {"],
  },
  {
    extension: 'json',
    indent: 2,
    lines: ['"$a": { "$a": $n, "$a": "$s" },', '],', '"$a": ["$s", "$s"],'],
    mentions: ['"flag": "$k",'],
  },
  {
    extension: 'md',
    indent: 0,
    lines: ['', '## $s', "The $a of $s isn't the $a of `$a`.", '- $s ($n) and [$s]($a.md)'],
    mentions: ['Set `$k` first.'],
  },
];
