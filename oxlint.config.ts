/** Lint rules. What differs from room to room is derived from `tools/rooms.ts`. */
import { readFileSync } from 'node:fs';
import { defineConfig, type OxlintOverride } from 'oxlint';
import { AMBIENT, GENERATED, ROOMS } from './tools/rooms.ts';

const TIME = ['Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate'];

const packageJson = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};
const installed = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });

const restrictedGlobals = TIME.map((name) => ({ name, message: 'time is a parameter: take a Clock' }));
const restrictedProperties = [
  ...TIME.map((property) => ({ object: 'globalThis', property, message: 'time is a parameter: take a Clock' })),
  { object: 'AbortSignal', property: 'timeout', message: 'time is a parameter: use Clock.setTimer' },
  { object: 'AbortSignal', property: 'any', message: 'it keeps its listeners: use anySignal of lib/any-signal.ts' },
  { object: 'Math', property: 'random', message: 'randomness is a parameter: take a Random' },
  { object: 'process', property: 'env', message: 'the environment is read in cli/ only' },
  { object: 'process', property: 'argv', message: 'arguments are read in cli/ only' },
  { object: 'process', property: 'hrtime', message: 'time is a parameter: take a Clock' },
];

interface Pattern {
  regex: string;
  message: string;
}

/** The imports that files below `place` (relative to src/) must not have. */
function forbiddenImports(name: string, place: string): Pattern[] {
  const room = ROOMS[name];
  if (room === undefined) throw new Error(`no room ${name}`);
  const otherRooms = Object.keys(ROOMS).filter((other) => other !== name && !room.rooms.includes(other));
  const allowed = room.packages[place] ?? [];
  const packages = installed.filter((dependency) => !allowed.some((prefix) => dependency.startsWith(prefix)));
  const may = room.rooms.length === 0 ? 'no other room' : room.rooms.join(', ');
  return [
    { regex: `^(\\.\\./)+(${otherRooms.join('|')})/`, message: `${name}/ may import ${may}` },
    { regex: `^(${packages.join('|')})(/|$)`, message: `${place}/ may import the packages: ${allowed.join(', ')}` },
    { regex: '^(node:)?timers', message: 'time is a parameter: take a Clock' },
    ...(room.pure === true ? [{ regex: '^[^.]', message: `${name}/ is pure: no packages, no node: modules` }] : []),
  ];
}

const uvuOnly = { regex: '^uvu(/run|/parse|/diff)?$', message: "import { suite } from 'test/suite.ts' instead" };

const roomOverrides: OxlintOverride[] = Object.entries(ROOMS).flatMap(([name, room]) =>
  [...new Set([name, ...Object.keys(room.packages)])].map((place) => ({
    files: [`src/${place}/**`],
    rules: {
      'eslint/no-restricted-globals': ['error', ...restrictedGlobals],
      'eslint/no-restricted-properties': ['error', ...restrictedProperties],
      'eslint/no-restricted-imports': ['error', { patterns: forbiddenImports(name, place) }],
    },
  })),
);

/** Later overrides replace a rule's options: what is still forbidden is repeated. */
const ambientOverrides: OxlintOverride[] = [
  {
    files: AMBIENT.time.map(inSrc),
    rules: { 'eslint/no-restricted-globals': 'off', 'eslint/no-restricted-imports': 'off' },
  },
  {
    files: [...AMBIENT.time, ...AMBIENT.randomness, ...AMBIENT.environment].map(inSrc),
    rules: { 'eslint/no-restricted-properties': 'off' },
  },
];

function inSrc(place: string): string {
  return place.endsWith('/') ? `src/${place}**` : `src/${place}`;
}

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [`${GENERATED}**`, 'dist/**', 'coverage/**', '.cache/**'],
  categories: { correctness: 'error' },
  rules: {
    'eslint/eqeqeq': 'error',
    'eslint/max-depth': ['error', { max: 3 }],
    'eslint/max-lines': ['error', { max: 400 }],
    'eslint/max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    'eslint/max-params': ['error', { max: 3 }],
    'eslint/no-empty': 'error',
    'eslint/no-shadow': 'error',
    'eslint/no-throw-literal': 'error',
    'eslint/no-var': 'error',
    'eslint/prefer-const': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-self-import': 'error',
    // Blind to `for (const x of [...set])`, whose body changes the set.
    'unicorn/no-useless-spread': 'off',
    'typescript/await-thenable': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/explicit-module-boundary-types': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/return-await': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
  },
  overrides: [
    ...roomOverrides,
    ...ambientOverrides,
    {
      files: ['test/**'],
      rules: {
        'eslint/max-lines-per-function': 'off',
        'eslint/max-depth': ['error', { max: 4 }],
        'eslint/max-params': ['error', { max: 4 }],
        'eslint/no-restricted-imports': ['error', { patterns: [uvuOnly] }],
      },
    },
    { files: ['test/suite.ts'], rules: { 'eslint/no-restricted-imports': 'off' } },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
  ],
});
