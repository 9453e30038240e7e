import { csharpExamples } from './csharp.ts';
import { dartExamples } from './dart.ts';
import type { Examples } from './examples.ts';
import { goExamples } from './go.ts';
import { javascriptExamples } from './javascript.ts';
import { javaExamples, kotlinExamples } from './jvm.ts';
import { phpExamples } from './php.ts';
import { pythonExamples } from './python.ts';
import { rubyExamples } from './ruby.ts';
import { rustExamples } from './rust.ts';
import { swiftExamples } from './swift.ts';

export const allExamples: readonly {
  readonly language: string;
  readonly file: string;
  readonly examples: Examples;
}[] = [
  { language: 'TypeScript and JavaScript', file: 'checkout.tsx', examples: javascriptExamples },
  { language: 'Python', file: 'checkout.py', examples: pythonExamples },
  { language: 'Go', file: 'checkout.go', examples: goExamples },
  { language: 'Java', file: 'Checkout.java', examples: javaExamples },
  { language: 'Kotlin', file: 'Checkout.kt', examples: kotlinExamples },
  { language: 'Swift', file: 'Checkout.swift', examples: swiftExamples },
  { language: 'C#', file: 'Checkout.cs', examples: csharpExamples },
  { language: 'Ruby', file: 'checkout.rb', examples: rubyExamples },
  { language: 'PHP', file: 'checkout.php', examples: phpExamples },
  { language: 'Rust', file: 'checkout.rs', examples: rustExamples },
  { language: 'Dart', file: 'checkout.dart', examples: dartExamples },
];
