/** The parts of rendered manifests that the tests of kustomize/ read. */
import { parseAllDocuments } from 'yaml';

export interface EnvVar {
  readonly name: string;
  readonly value?: string;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly env?: readonly EnvVar[];
  readonly resources?: { readonly limits?: Readonly<Record<string, string>> };
  readonly ports?: readonly { readonly name: string }[];
}

export interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly serviceAccountName?: string;
    readonly terminationGracePeriodSeconds?: number;
    readonly containers: readonly Container[];
  };
}

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: {
    readonly replicas?: number;
    readonly serviceName?: string;
    readonly workload?: { readonly kind: string; readonly name: string };
    readonly selector?: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly template?: PodTemplate;
  };
  readonly subjects?: readonly { readonly kind: string; readonly name: string; readonly namespace?: string }[];
  readonly roleRef?: { readonly kind: string; readonly name: string };
}

/** The objects of the output of `kubectl kustomize`. */
export class Rendered {
  readonly objects: readonly Manifest[];

  constructor(text: string) {
    this.objects = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  }

  ofKind(kind: string): readonly Manifest[] {
    return this.objects.filter((object) => object.kind === kind);
  }

  /** The only object of the kind. */
  one(kind: string): Manifest {
    const [found, ...others] = this.ofKind(kind);
    if (found === undefined || others.length > 0) throw new Error(`there is not exactly one ${kind}`);
    return found;
  }

  /** Name and pod template of everything that makes pods. */
  workloads(): readonly { readonly name: string; readonly template: PodTemplate; readonly object: Manifest }[] {
    return this.objects.flatMap((object) => {
      const template = object.spec?.template;
      return template === undefined ? [] : [{ name: object.metadata.name, template, object }];
    });
  }
}

export function envOf(container: Container | undefined, name: string): string | undefined {
  return container?.env?.find((variable) => variable.name === name)?.value;
}
