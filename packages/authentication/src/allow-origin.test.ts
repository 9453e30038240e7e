import { describe, expect, it } from '@jest/globals';
import { isAllowed } from './allow-origin.ts';

describe('an origin is allowed', () => {
  it.each([
    ['any, by *', 'https://shop.example', '*'],
    ['that of a page without one, by *', 'null', '*'],
    ['exactly the named one', 'https://shop.example', 'https://shop.example'],
    ['exactly the named one with its port', 'http://localhost:3000', 'http://localhost:3000'],
    ['of an application', 'capacitor://localhost', 'capacitor://localhost'],
    ['with one label before the named domain', 'https://www.shop.example', 'https://*.shop.example'],
    ['with several labels before it', 'https://a.b-1.shop.example', 'https://*.shop.example'],
    ['with a label and the named port', 'http://a.shop.example:8080', 'http://*.shop.example:8080'],
  ])('%s', (_, origin, allowed) => {
    expect(isAllowed(origin, ['https://other.example', allowed])).toBe(true);
  });
});

describe('an origin is not allowed', () => {
  it.each([
    ['by an empty list', 'https://shop.example', []],
    ['if another one is named', 'https://shop.example', ['https://shop2.example']],
    ['by its prefix', 'https://shop.example.evil.example', ['https://shop.example']],
    ['with another scheme', 'http://shop.example', ['https://shop.example', 'https://*.shop.example']],
    ['with another port', 'https://shop.example:8443', ['https://shop.example']],
    ['without a label, by an asterisk', 'https://shop.example', ['https://*.shop.example']],
    ['with an empty label', 'https://.shop.example', ['https://*.shop.example']],
    ['with two dots', 'https://a..shop.example', ['https://*.shop.example']],
    ['that ends in the domain without a dot', 'https://myshop.example', ['https://*.shop.example']],
    ['with a path before the domain', 'https://evil.example/.shop.example', ['https://*.shop.example']],
    ['with a port before the domain', 'https://evil.example:1.shop.example', ['https://*.shop.example']],
    ['with a user before the domain', 'https://evil@a.shop.example', ['https://*.shop.example']],
    ['with a label and another port', 'https://a.shop.example:1', ['https://*.shop.example']],
    ['of a page without one, if others are named', 'null', ['https://shop.example']],
  ])('%s', (_, origin, allowed) => {
    expect(isAllowed(origin, allowed)).toBe(false);
  });
});
