/** What a setting is: one name in three spellings (flag, environment, file), one schema, one help line. */

export type SettingSchema =
  | {
      readonly type: 'string';
      readonly enum?: readonly string[];
      readonly minLength?: number;
      readonly pattern?: string;
    }
  | { readonly type: 'integer'; readonly minimum?: number; readonly maximum?: number }
  | { readonly type: 'boolean' };

export interface Setting {
  /** camelCase; the key in a configuration file. The flag is its kebab-case form. */
  readonly key: string;
  /** Environment variable; default: SHARDKEEPER_ + the key in upper snake case. */
  readonly env?: string;
  readonly schema: SettingSchema;
  readonly help: string;
  /** Shown in the help; a setting without one may stay unset unless it is required. */
  readonly fallback?: string | number | boolean;
  readonly required?: boolean;
}

/** `healthAddress` -> `health-address`. */
export function flagOf(setting: Setting): string {
  return setting.key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `healthAddress` -> `SHARDKEEPER_HEALTH_ADDRESS`, unless the setting names its own. */
export function envOf(setting: Setting): string {
  return setting.env ?? `SHARDKEEPER_${flagOf(setting).replaceAll('-', '_').toUpperCase()}`;
}

/** JSON Schema of a configuration file that holds these settings. */
export function fileSchemaOf(settings: readonly Setting[], title: string): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      settings.map((setting) => [
        setting.key,
        {
          ...setting.schema,
          description: setting.help,
          ...(setting.fallback === undefined ? {} : { default: setting.fallback }),
        },
      ]),
    ),
  };
}
