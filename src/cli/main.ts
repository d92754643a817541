#!/usr/bin/env node
/** The program: parses argv, imports the command that was asked for, and turns what it throws into an exit code. */
import { enableCompileCache } from 'node:module';
import { Command, CommanderError, Option } from 'commander';
import { hasCode, isShardkeeperError, messageOf } from '../lib/errors.ts';
import { envOf, flagOf, type Setting } from './config/setting.ts';
import { ENGINE_SETTINGS, MANAGER_SETTINGS } from './config/settings.ts';
import type { MigrateFlags } from './migrate/flags.ts';
import type { RestoreFlags } from './restore/run.ts';
import { version } from './version.ts';

/** 0 fine; 1 failed; 2 wrong usage or configuration; 130 interrupted. */
const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

function program(): Command {
  const root = new Command('shardkeeper')
    .description('Runs a Kubernetes controller as many replicas that each own a share of the objects.')
    .version(version().version, '-V, --version', 'print the version number')
    .configureHelp({ sortSubcommands: false, showGlobalOptions: true })
    .exitOverride()
    .showHelpAfterError('See: shardkeeper --help')
    .addHelpText(
      'after',
      '\nDocumentation: README.md and docs/ of this package. See who owns what: kubectl get controllershards -A',
    );
  root.addCommand(daemon('manager', 'run the ShardManager: it writes who owns which slots', MANAGER_SETTINGS));
  root.addCommand(daemon('metacontroller', 'run one replica of the Metacontroller-compatible engine', ENGINE_SETTINGS));
  root.addCommand(migrate());
  root.addCommand(restore());
  root.addCommand(demo());
  root
    .command('version')
    .description('print version, protocol and Node.js version')
    .addOption(new Option('-o, --output <format>', 'how to print it').choices(['text', 'json', 'yaml']).default('text'))
    .action(async (options: { readonly output: string }) => {
      const { printVersion } = await import('./print-version.ts');
      await printVersion(options.output);
    });
  for (const command of root.commands) {
    command.exitOverride().showHelpAfterError(`See: shardkeeper ${command.name()} --help`);
  }
  return root;
}

function daemon(name: 'manager' | 'metacontroller', description: string, settings: readonly Setting[]): Command {
  const command = new Command(name).description(description);
  command.option('--config <file>', 'configuration file (YAML; keys are the flags in camelCase)');
  for (const setting of settings) command.addOption(optionOf(setting));
  command.addHelpText('after', '\nA flag wins over its environment variable, that over the configuration file.');
  return command.action(async (flags: Record<string, string | boolean | undefined>) => {
    const { runDaemon } = await import('./daemon/index.ts');
    process.exitCode = await runDaemon(name, settings, flags);
  });
}

function optionOf(setting: Setting): Option {
  const argument = setting.schema.type === 'boolean' ? ' [boolean]' : ' <value>';
  const fallback = setting.fallback === undefined || setting.fallback === '' ? '' : `, default ${setting.fallback}`;
  const required = setting.required === true ? ', required' : '';
  return new Option(`--${flagOf(setting)}${argument}`, `${setting.help} (env ${envOf(setting)}${fallback}${required})`);
}

function restore(): Command {
  return new Command('restore')
    .description('declare that etcd was restored from a snapshot: gives the table of a set a new epoch')
    .argument('<set>', 'name of the ControllerShardSet')
    .option('-n, --namespace <namespace>', 'its namespace (default: that of the context)')
    .option('--kubeconfig <file>', 'kubeconfig file (default: KUBECONFIG, or as kubectl finds it)')
    .option('--context <name>', 'context of the kubeconfig')
    .option('--force', 'write although a manager renews its Lease')
    .option('--dry-run', 'let the API server check the write, and store nothing')
    .addOption(new Option('-o, --output <format>', 'how to print it').choices(['text', 'json', 'yaml']).default('text'))
    .addHelpText('after', RESTORE_HELP)
    .action(async (set: string, options: RestoreFlags) => {
      const { runRestore } = await import('./restore/index.ts');
      await runRestore(set, options);
    });
}

function migrate(): Command {
  return new Command('migrate')
    .description(
      'from Metacontroller to Shardkeeper and back: what would happen (--check), take away what we added (--back)',
    )
    .option('--check', 'tell what would happen and what stands in the way; changes nothing')
    .option('--back', 'take away what Shardkeeper added, so that Metacontroller finds what it left')
    .option('--kubeconfig <file>', 'kubeconfig file (default: KUBECONFIG, or as kubectl finds it)')
    .option('--context <name>', 'context of the kubeconfig')
    .addOption(new Option('-o, --output <format>', 'how to print it').choices(['text', 'json', 'yaml']).default('text'))
    .option('-l, --target-label-selector <selector>', 'check: only controllers that it selects (default: all)')
    .option('--set <name>', 'check: the ControllerShardSet that takes over (default: the only one)')
    .option('-n, --namespace <namespace>', 'check: its namespace')
    .option('--service-account <namespace/name>', "check: whose rights count (default: that of the set's workload)")
    .option('--dry-run', 'back: let the API server check each write, and store nothing')
    .option('--yes', 'back: do not ask')
    .option('--force', 'back: although replicas run')
    .option('--concurrency <number>', 'back: objects at once, 1 to 128 (default: 16)')
    .option('--slot-label <keys...>', 'back: slot labels of sets that do not exist any more')
    .addHelpText('after', MIGRATE_HELP)
    .action(async (flags: MigrateFlags) => {
      const { runMigrate } = await import('./migrate/index.ts');
      process.exitCode = await runMigrate(flags);
    });
}

const MIGRATE_HELP = `
Exit codes: 0 nothing stands in the way, or all is taken away; 1 something does, or is left; 2 wrong usage; 130 interrupted.

Examples:
  shardkeeper migrate --check                          what would happen, for people
  shardkeeper migrate --check -o json | jq .findings   the same for programs
  shardkeeper migrate --back --dry-run                 what would be taken away
  shardkeeper migrate --back --yes                     take it away, without a question

The whole procedure, there and back, and the rights that it needs: docs/migrate.md.`;

const RESTORE_HELP = `
After etcd was put back to a snapshot, replicas may have said things about versions that are lost. A new epoch makes them
void. Scale the managers to 0 before, and up again afterwards; replicas may run on. No slot is moved or taken away.
The whole procedure: docs/debug.md, "etcd was restored from a snapshot".`;

function demo(): Command {
  return new Command('demo')
    .description('bring up a real control plane and three replicas, run a wave, scale, kill, and judge it')
    .option('--parents <count>', 'how many parents the wave has', '2500')
    .option('--keep', 'leave everything running and print how to look at it')
    .option('--json', 'end with the summary as one JSON object a line')
    .action(async (options: Record<string, string | boolean | undefined>) => {
      const { runDemo } = await import('./demo/demo.ts');
      process.exitCode = await runDemo(options);
    });
}

async function main(): Promise<void> {
  enableCompileCache();
  try {
    await program().parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  process.stderr.write(`shardkeeper: ${messageOf(error, 16_384)}\n`);
  if (!isShardkeeperError(error) && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  return hasCode(error, 'InvalidConfiguration') ? EXIT.usage : EXIT.failed;
}

await main();
