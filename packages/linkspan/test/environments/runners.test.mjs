// Programs that run tests, which load packages in their own way.
import { test } from 'node:test';
import { project, tool } from './project.mjs';

const CASES = `
  test('links', () => {
    expect(find('see a.com')[0].href).toBe('https://a.com/');
    expect(new MarkdownIt().use(linkspan).render('b.com, 例え.jp')).toContain('https://b.com/');
  });`;

test('Jest, in node and jsdom', () => {
  const source = `const { find } = require('linkspan'); const linkspan = require('linkspan/markdown-it'); const MarkdownIt = require('markdown-it');${CASES}
    test('boundary', () => expect(require('linkspan/boundary').end('https://a.com/b.', 0)).toBe(15));`;
  const folder = project('jest', { 'node.test.js': source, 'dom.test.js': `/** @jest-environment jsdom */\n${source}
    test('page', () => {
      document.body.textContent = 'see a.com';
      expect(require('linkspan/dom').linkifyElement(document.body)).toBe(1);
    });`, 'jest.config.js': 'module.exports = {};' });
  // A test that fails ends the program with an error.
  tool(folder, 'jest', '--ci');
});

test('Vitest, in node and jsdom', () => {
  const source = `import { expect, test } from 'vitest'; import { find } from 'linkspan'; import linkspan from 'linkspan/markdown-it'; import MarkdownIt from 'markdown-it';${CASES}`;
  const folder = project('vitest', { 'node.test.js': source, 'dom.test.js': `// @vitest-environment jsdom\n${source}`, 'inline.config.mjs': "export default { test: { server: { deps: { inline: ['linkspan'] } } } };" });
  tool(folder, 'vitest', 'run');
  tool(folder, 'vitest', 'run', '--config', 'inline.config.mjs');
});
