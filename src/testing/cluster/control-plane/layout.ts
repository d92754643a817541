/** The directory of one control plane: what lies where, and the files it starts with. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { auditPolicy, type AuditLevel } from '../audit-policy.ts';
import {
  createCertificateAuthority,
  createSigningKeys,
  type CertificateAuthority,
  type KeyAndCertificate,
} from '../pki/certificates.ts';
import { kubeconfigText, type ClusterCredentials } from './access.ts';

export interface Layout {
  readonly directory: string;
  readonly logs: string;
  readonly pki: string;
  readonly etcdData: string;
  readonly auditPolicy: string;
  readonly auditLog: string;
  /** Administrator (`system:masters`). */
  readonly kubeconfig: string;
  readonly controllerManagerKubeconfig: string;
}

export function layoutOf(directory: string): Layout {
  const logs = path.join(directory, 'logs');
  return {
    directory,
    logs,
    pki: path.join(directory, 'pki'),
    etcdData: path.join(directory, 'etcd'),
    auditPolicy: path.join(directory, 'audit-policy.json'),
    auditLog: path.join(logs, 'audit.log'),
    kubeconfig: path.join(directory, 'kubeconfig'),
    controllerManagerKubeconfig: path.join(directory, 'controller-manager.kubeconfig'),
  };
}

export interface Identities {
  readonly admin: ClusterCredentials;
  readonly credentialsFor: (user: string, groups: readonly string[]) => ClusterCredentials;
  readonly serverCertificate: (names: readonly string[]) => KeyAndCertificate;
}

const SECRET = { mode: 0o600 };

/** Certificates, keys, kubeconfig files and the audit policy. */
export async function writeFiles(
  layout: Layout,
  { server, nowWallMs, audit }: { readonly server: string; readonly nowWallMs: number; readonly audit: AuditLevel },
): Promise<Identities> {
  await mkdir(layout.logs, { recursive: true });
  await mkdir(layout.pki, { recursive: true });
  const ca = createCertificateAuthority(nowWallMs);
  const identities = identitiesOf(ca, server);
  const serving = ca.issueServer(['127.0.0.1', 'localhost', 'kubernetes', 'kubernetes.default.svc', '10.0.0.1']);
  const signing = createSigningKeys();
  const controllerManager = identities.credentialsFor('system:kube-controller-manager', ['system:masters']);
  const pki = (name: string, text: string): Promise<void> => writeFile(path.join(layout.pki, name), text, SECRET);
  await Promise.all([
    pki('ca.crt', ca.certPem),
    pki('apiserver.crt', serving.certPem),
    pki('apiserver.key', serving.keyPem),
    pki('sa.pub', signing.publicPem),
    pki('sa.key', signing.privatePem),
    writeFile(layout.auditPolicy, auditPolicy(audit)),
    writeFile(layout.kubeconfig, kubeconfigText(identities.admin, 'admin'), SECRET),
    writeFile(layout.controllerManagerKubeconfig, kubeconfigText(controllerManager, 'controller-manager'), SECRET),
  ]);
  return identities;
}

function identitiesOf(ca: CertificateAuthority, server: string): Identities {
  const credentialsFor = (user: string, groups: readonly string[]): ClusterCredentials => ({
    server,
    caPem: ca.certPem,
    ...ca.issueClient(user, groups),
  });
  return {
    credentialsFor,
    serverCertificate: ca.issueServer,
    admin: credentialsFor('shardkeeper-admin', ['system:masters']),
  };
}
