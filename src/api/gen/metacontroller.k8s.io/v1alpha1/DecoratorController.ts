// Generated from crds/ by tools/generate-api.ts (npm run generate). Do not edit.
import type { IObjectMeta } from "@kubernetes-models/apimachinery/apis/meta/v1/ObjectMeta";
import { Model, type ModelData, setValidateFunc, createTypeMetaGuard } from "@kubernetes-models/base";
import type { ValidateFunc } from "@kubernetes-models/validate";
import { validate } from "../../_schemas/MetacontrollerK8sIoV1alpha1DecoratorController.js";

/**
 * DecoratorController adds labels, annotations and attachments to existing objects as a webhook says.
 */
export interface IDecoratorController {
  /**
   * Version of this schema, "metacontroller.k8s.io/v1alpha1".
   */
  "apiVersion": "metacontroller.k8s.io/v1alpha1";
  /**
   * Kind of this object, "DecoratorController".
   */
  "kind": "DecoratorController";
  "metadata": IObjectMeta;
  /**
   * Which objects are decorated, with what, and which hooks decide.
   */
  "spec": {
    /**
     * Kinds of objects that are decorated.
     */
    "resources": Array<{
      /**
       * Group and version of the resource. Example "apps/v1" or "v1".
       */
      "apiVersion": string;
      /**
       * Plural, lower-case name of the resource. Example "configmaps".
       */
      "resource": string;
      /**
       * Label selector; all its terms must match. Absent selects everything.
       */
      "labelSelector"?: {
        /**
         * Labels and the values that they must have.
         */
        "matchLabels"?: {
          [key: string]: string;
        };
        /**
         * Requirements; all of them must hold.
         */
        "matchExpressions"?: Array<{
          /**
           * Label key. Example "app".
           */
          "key": string;
          /**
           * In, NotIn, Exists or DoesNotExist.
           */
          "operator": string;
          /**
           * Values for In and NotIn.
           */
          "values"?: Array<string>;
        }>;
      };
      /**
       * Whether changes that touch only the status of the object are ignored. Example true.
       */
      "ignoreStatusChanges"?: boolean;
      /**
       * Annotation selector; all its terms must match, together with labelSelector.
       */
      "annotationSelector"?: {
        /**
         * Annotations and the values that they must have.
         */
        "matchAnnotations"?: {
          [key: string]: string;
        };
        /**
         * Requirements; all of them must hold.
         */
        "matchExpressions"?: Array<{
          /**
           * Annotation key.
           */
          "key": string;
          /**
           * In, NotIn, Exists or DoesNotExist.
           */
          "operator": string;
          /**
           * Values for In and NotIn.
           */
          "values"?: Array<string>;
        }>;
      };
    }>;
    /**
     * Kinds of objects that the hook may attach.
     */
    "attachments"?: Array<{
      /**
       * Group and version of the resource. Example "apps/v1" or "v1".
       */
      "apiVersion": string;
      /**
       * Plural, lower-case name of the resource. Example "configmaps".
       */
      "resource": string;
      /**
       * What happens to a child that differs from what the hook wants; absent means OnDelete.
       */
      "updateStrategy"?: {
        /**
         * How a child is changed. Example "InPlace".
         */
        "method"?: "OnDelete" | "Recreate" | "InPlace" | "RollingRecreate" | "RollingInPlace";
      };
    }>;
    /**
     * Seconds after which every object is synced again without a change; never when absent. Example 300.
     */
    "resyncPeriodSeconds"?: number;
    /**
     * The hooks. At least sync is needed for the controller to start.
     */
    "hooks"?: {
      /**
       * A hook that the engine calls.
       */
      "sync"?: {
        /**
         * Version of the request and response format. Example "v1".
         */
        "version"?: "v1" | "v2";
        /**
         * The HTTP call. Either url, or service and path.
         */
        "webhook"?: {
          /**
           * Full URL; wins over service and path. Example "http://webapp-hook.default:8080/sync".
           */
          "url"?: string;
          /**
           * Longest time for the whole call, a Go duration; 10s when absent. Example "10s".
           */
          "timeout"?: string;
          /**
           * Path that is appended to the address of the service. Example "/sync".
           */
          "path"?: string;
          /**
           * Service that answers.
           */
          "service"?: {
            /**
             * Name of the Service.
             */
            "name": string;
            /**
             * Namespace of the Service.
             */
            "namespace": string;
            /**
             * Port of the Service; 80 when absent. Example 8080.
             */
            "port"?: number;
            /**
             * http or https; http when absent.
             */
            "protocol"?: string;
          };
          /**
           * Cache of responses by ETag.
           */
          "etag"?: {
            /**
             * Whether If-None-Match is sent. Example true.
             */
            "enabled"?: boolean;
            /**
             * Seconds that a cached response may be used; for ever when absent. Example 300.
             */
            "cacheTimeoutSeconds"?: number;
            /**
             * Seconds between two clean-ups of the cache; never when absent. Example 60.
             */
            "cacheCleanupSeconds"?: number;
          };
          /**
           * Whether unknown fields of a response are ignored; loose for v1 and strict for v2 when absent.
           */
          "responseUnMarshallMode"?: "loose" | "strict";
          /**
           * CAs that are trusted instead of the system's, PEM. Exactly one of the three sources.
           */
          "caBundle"?: {
            /**
             * The PEM text itself.
             */
            "inline"?: string;
            /**
             * Object and key that hold the PEM text.
             */
            "secretRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
            /**
             * Object and key that hold the PEM text.
             */
            "configMapRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
          };
          /**
           * Client certificate that is shown to the webhook.
           */
          "clientTLS"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the certificate. Example "tls.crt".
             */
            "certKey"?: string;
            /**
             * Key of the private key. Example "tls.key".
             */
            "privateKeyKey"?: string;
          };
          /**
           * Authorization header, "<type> <value of the Secret>".
           */
          "authorization"?: {
            /**
             * Scheme. Example "Bearer".
             */
            "type"?: string;
            /**
             * Secret and key that hold the credential.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
              /**
               * Key in its data. Example "token".
               */
              "key": string;
            };
          };
          /**
           * User name and password for HTTP basic authentication.
           */
          "basicAuth"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the user name. Example "username".
             */
            "usernameKey"?: string;
            /**
             * Key of the password. Example "password".
             */
            "passwordKey"?: string;
          };
        };
      };
      /**
       * A hook that the engine calls.
       */
      "finalize"?: {
        /**
         * Version of the request and response format. Example "v1".
         */
        "version"?: "v1" | "v2";
        /**
         * The HTTP call. Either url, or service and path.
         */
        "webhook"?: {
          /**
           * Full URL; wins over service and path. Example "http://webapp-hook.default:8080/sync".
           */
          "url"?: string;
          /**
           * Longest time for the whole call, a Go duration; 10s when absent. Example "10s".
           */
          "timeout"?: string;
          /**
           * Path that is appended to the address of the service. Example "/sync".
           */
          "path"?: string;
          /**
           * Service that answers.
           */
          "service"?: {
            /**
             * Name of the Service.
             */
            "name": string;
            /**
             * Namespace of the Service.
             */
            "namespace": string;
            /**
             * Port of the Service; 80 when absent. Example 8080.
             */
            "port"?: number;
            /**
             * http or https; http when absent.
             */
            "protocol"?: string;
          };
          /**
           * Cache of responses by ETag.
           */
          "etag"?: {
            /**
             * Whether If-None-Match is sent. Example true.
             */
            "enabled"?: boolean;
            /**
             * Seconds that a cached response may be used; for ever when absent. Example 300.
             */
            "cacheTimeoutSeconds"?: number;
            /**
             * Seconds between two clean-ups of the cache; never when absent. Example 60.
             */
            "cacheCleanupSeconds"?: number;
          };
          /**
           * Whether unknown fields of a response are ignored; loose for v1 and strict for v2 when absent.
           */
          "responseUnMarshallMode"?: "loose" | "strict";
          /**
           * CAs that are trusted instead of the system's, PEM. Exactly one of the three sources.
           */
          "caBundle"?: {
            /**
             * The PEM text itself.
             */
            "inline"?: string;
            /**
             * Object and key that hold the PEM text.
             */
            "secretRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
            /**
             * Object and key that hold the PEM text.
             */
            "configMapRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
          };
          /**
           * Client certificate that is shown to the webhook.
           */
          "clientTLS"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the certificate. Example "tls.crt".
             */
            "certKey"?: string;
            /**
             * Key of the private key. Example "tls.key".
             */
            "privateKeyKey"?: string;
          };
          /**
           * Authorization header, "<type> <value of the Secret>".
           */
          "authorization"?: {
            /**
             * Scheme. Example "Bearer".
             */
            "type"?: string;
            /**
             * Secret and key that hold the credential.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
              /**
               * Key in its data. Example "token".
               */
              "key": string;
            };
          };
          /**
           * User name and password for HTTP basic authentication.
           */
          "basicAuth"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the user name. Example "username".
             */
            "usernameKey"?: string;
            /**
             * Key of the password. Example "password".
             */
            "passwordKey"?: string;
          };
        };
      };
      /**
       * A hook that the engine calls.
       */
      "customize"?: {
        /**
         * Version of the request and response format. Example "v1".
         */
        "version"?: "v1" | "v2";
        /**
         * The HTTP call. Either url, or service and path.
         */
        "webhook"?: {
          /**
           * Full URL; wins over service and path. Example "http://webapp-hook.default:8080/sync".
           */
          "url"?: string;
          /**
           * Longest time for the whole call, a Go duration; 10s when absent. Example "10s".
           */
          "timeout"?: string;
          /**
           * Path that is appended to the address of the service. Example "/sync".
           */
          "path"?: string;
          /**
           * Service that answers.
           */
          "service"?: {
            /**
             * Name of the Service.
             */
            "name": string;
            /**
             * Namespace of the Service.
             */
            "namespace": string;
            /**
             * Port of the Service; 80 when absent. Example 8080.
             */
            "port"?: number;
            /**
             * http or https; http when absent.
             */
            "protocol"?: string;
          };
          /**
           * Cache of responses by ETag.
           */
          "etag"?: {
            /**
             * Whether If-None-Match is sent. Example true.
             */
            "enabled"?: boolean;
            /**
             * Seconds that a cached response may be used; for ever when absent. Example 300.
             */
            "cacheTimeoutSeconds"?: number;
            /**
             * Seconds between two clean-ups of the cache; never when absent. Example 60.
             */
            "cacheCleanupSeconds"?: number;
          };
          /**
           * Whether unknown fields of a response are ignored; loose for v1 and strict for v2 when absent.
           */
          "responseUnMarshallMode"?: "loose" | "strict";
          /**
           * CAs that are trusted instead of the system's, PEM. Exactly one of the three sources.
           */
          "caBundle"?: {
            /**
             * The PEM text itself.
             */
            "inline"?: string;
            /**
             * Object and key that hold the PEM text.
             */
            "secretRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
            /**
             * Object and key that hold the PEM text.
             */
            "configMapRef"?: {
              /**
               * Name of the object.
               */
              "name": string;
              /**
               * Namespace of the object.
               */
              "namespace": string;
              /**
               * Key in its data. Example "ca.crt".
               */
              "key"?: string;
            };
          };
          /**
           * Client certificate that is shown to the webhook.
           */
          "clientTLS"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the certificate. Example "tls.crt".
             */
            "certKey"?: string;
            /**
             * Key of the private key. Example "tls.key".
             */
            "privateKeyKey"?: string;
          };
          /**
           * Authorization header, "<type> <value of the Secret>".
           */
          "authorization"?: {
            /**
             * Scheme. Example "Bearer".
             */
            "type"?: string;
            /**
             * Secret and key that hold the credential.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
              /**
               * Key in its data. Example "token".
               */
              "key": string;
            };
          };
          /**
           * User name and password for HTTP basic authentication.
           */
          "basicAuth"?: {
            /**
             * Secret that holds the values.
             */
            "secretRef": {
              /**
               * Name of the Secret.
               */
              "name": string;
              /**
               * Namespace of the Secret.
               */
              "namespace": string;
            };
            /**
             * Key of the user name. Example "username".
             */
            "usernameKey"?: string;
            /**
             * Key of the password. Example "password".
             */
            "passwordKey"?: string;
          };
        };
      };
    };
    /**
     * Settings of TLS and credentials by the host of the webhook, for hooks that have none of their own.
     */
    "endpointConfigs"?: Array<{
      /**
       * Host, with or without port. Example "webapp-hook.default:8443".
       */
      "host": string;
      /**
       * CAs that are trusted instead of the system's, PEM. Exactly one of the three sources.
       */
      "caBundle"?: {
        /**
         * The PEM text itself.
         */
        "inline"?: string;
        /**
         * Object and key that hold the PEM text.
         */
        "secretRef"?: {
          /**
           * Name of the object.
           */
          "name": string;
          /**
           * Namespace of the object.
           */
          "namespace": string;
          /**
           * Key in its data. Example "ca.crt".
           */
          "key"?: string;
        };
        /**
         * Object and key that hold the PEM text.
         */
        "configMapRef"?: {
          /**
           * Name of the object.
           */
          "name": string;
          /**
           * Namespace of the object.
           */
          "namespace": string;
          /**
           * Key in its data. Example "ca.crt".
           */
          "key"?: string;
        };
      };
      /**
       * Client certificate that is shown to the webhook.
       */
      "clientTLS"?: {
        /**
         * Secret that holds the values.
         */
        "secretRef": {
          /**
           * Name of the Secret.
           */
          "name": string;
          /**
           * Namespace of the Secret.
           */
          "namespace": string;
        };
        /**
         * Key of the certificate. Example "tls.crt".
         */
        "certKey"?: string;
        /**
         * Key of the private key. Example "tls.key".
         */
        "privateKeyKey"?: string;
      };
      /**
       * Authorization header, "<type> <value of the Secret>".
       */
      "authorization"?: {
        /**
         * Scheme. Example "Bearer".
         */
        "type"?: string;
        /**
         * Secret and key that hold the credential.
         */
        "secretRef": {
          /**
           * Name of the Secret.
           */
          "name": string;
          /**
           * Namespace of the Secret.
           */
          "namespace": string;
          /**
           * Key in its data. Example "token".
           */
          "key": string;
        };
      };
      /**
       * User name and password for HTTP basic authentication.
       */
      "basicAuth"?: {
        /**
         * Secret that holds the values.
         */
        "secretRef": {
          /**
           * Name of the Secret.
           */
          "name": string;
          /**
           * Namespace of the Secret.
           */
          "namespace": string;
        };
        /**
         * Key of the user name. Example "username".
         */
        "usernameKey"?: string;
        /**
         * Key of the password. Example "password".
         */
        "passwordKey"?: string;
      };
    }>;
  };
  /**
   * Not used.
   */
  "status"?: {
  };
}

/**
 * DecoratorController adds labels, annotations and attachments to existing objects as a webhook says.
 */
export class DecoratorController extends Model<IDecoratorController> implements IDecoratorController {
  declare "apiVersion": IDecoratorController["apiVersion"];
  declare "kind": IDecoratorController["kind"];
  declare "metadata": IDecoratorController["metadata"];
  declare "spec": IDecoratorController["spec"];
  declare "status"?: Exclude<IDecoratorController["status"], undefined>;

static apiVersion: IDecoratorController["apiVersion"] = "metacontroller.k8s.io/v1alpha1";
static kind: IDecoratorController["kind"] = "DecoratorController";
static is: (value: unknown) => value is IDecoratorController = createTypeMetaGuard<IDecoratorController>(DecoratorController);

constructor(data?: ModelData<IDecoratorController>) {
  super();

  this.setDefinedProps({
    apiVersion: DecoratorController.apiVersion,
    kind: DecoratorController.kind,
    ...data
  } as IDecoratorController);
}
}


setValidateFunc(DecoratorController, validate as ValidateFunc<IDecoratorController>);
