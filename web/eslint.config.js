import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

export default defineConfig(
  // schema.d.ts is written by `npm run api`.
  globalIgnores(['dist/', 'src/platform/api/schema.d.ts']),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['src/**', 'widget/**', 'test/**'], languageOptions: { globals: globals.browser } },
  { files: ['*.js', '*.ts', 'scripts/**', 'test/**'], languageOptions: { globals: globals.node } },
  {
    rules: {
      // `const { left: _, ...out } = all` leaves a member out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Maps, sets and queries are caches, lists of listeners and local values, or they are replaced as a whole in
      // `$state.raw`. None of them shall be tracked; what is tracked is a SvelteMap already.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: {
        parser: ts.parser,
        extraFileExtensions: ['.svelte'],
        // Of svelte.config.js what the rules need: its function cannot be part of the key of the cache.
        svelteConfig: { compilerOptions: { runes: true } },
      },
    },
  },
)
