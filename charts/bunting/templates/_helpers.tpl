{{- define "bunting.partOf" -}}
app.kubernetes.io/part-of: bunting
{{- end }}

{{/* Labels of what belongs to one service, whose name is the context. */}}
{{- define "bunting.labels" -}}
app.kubernetes.io/name: {{ . }}
app.kubernetes.io/part-of: bunting
{{- end }}

{{/* The image `name`, by its digest if the values have one. */}}
{{- define "bunting.image" -}}
{{- $image := .root.Values.image -}}
{{- $digest := index $image.digests .name -}}
image: {{ $image.registry }}/{{ .name }}{{ if $digest }}@{{ $digest }}{{ else }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- with $image.pullPolicy }}
imagePullPolicy: {{ . }}
{{- end }}
{{- end }}

{{/* Variables from the secret. A question mark after the name makes it optional. */}}
{{- define "bunting.secrets" -}}
{{- $root := .root -}}
{{- range .secrets }}
- name: {{ trimSuffix "?" . }}
  valueFrom:
    secretKeyRef:
      name: {{ $root.Values.existingSecret }}
      key: {{ trimSuffix "?" . }}
      {{- if hasSuffix "?" . }}
      optional: true
      {{- end }}
{{- end }}
{{- end }}

{{- define "bunting.locked" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* What every pod has. */}}
{{- define "bunting.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "bunting.authorityVariable" -}}
{{- if .Values.authority.existingSecret }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/bunting/ca.crt
{{- end }}
{{- end }}

{{- define "bunting.authorityMount" -}}
{{- if .Values.authority.existingSecret -}}
volumeMounts:
  - name: authority
    mountPath: /etc/bunting
    readOnly: true
{{- end }}
{{- end }}

{{- define "bunting.authorityVolume" -}}
{{- with .Values.authority.existingSecret -}}
volumes:
  - name: authority
    secret:
      secretName: {{ . }}
{{- end }}
{{- end }}

{{- define "bunting.publicUrl" -}}
{{ .Values.config.PUBLIC_URL | default (printf "%s://%s" (ternary "https" "http" .Values.ingress.tls.enabled) .Values.host) }}
{{- end }}
