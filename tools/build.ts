/** `npm run build`: src/ -> dist/, from nothing, with the generated validators that the compiler does not copy. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
rmSync(join(root, 'dist'), { recursive: true, force: true });
const tsc = join(root, 'node_modules/.bin/tsc');
const { status } = spawnSync(tsc, ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(1);
for (const file of globSync('src/**/*.{js,d.ts}', { cwd: root })) {
  cpSync(join(root, file), join(root, file.replace(/^src/, 'dist')));
}
