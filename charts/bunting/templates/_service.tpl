{{/*
A Deployment, a Service and a PodDisruptionBudget. The context:
  root      the chart
  name      of the service, its image and its objects
  port      of the container
  values    of the service
  secrets   variables from the secret; with any, the pods have the database and wait for its migration
  isScaled  an autoscaler sets the number of replicas; a number in the manifest would reset it at every upgrade
*/}}
{{- define "bunting.service" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .name }}
  namespace: {{ $root.Release.Namespace }}
  labels: {{- include "bunting.labels" .name | nindent 4 }}
spec:
  {{- if not .isScaled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      app.kubernetes.io/name: {{ .name }}
  template:
    metadata:
      labels: {{- include "bunting.labels" .name | nindent 8 }}
      annotations:
        prometheus.io/scrape: 'true'
        prometheus.io/port: {{ .port | quote }}
        prometheus.io/path: /metrics
        # Pods read the configuration when they start.
        checksum/config: {{ include (print $root.Template.BasePath "/config-map.yaml") $root | sha256sum }}
        {{- with $root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "bunting.pod" $root | nindent 6 }}
      # Longer than `preStop` and the 20 s for requests in flight.
      terminationGracePeriodSeconds: 30
      topologySpreadConstraints:
        {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              app.kubernetes.io/name: {{ $.name }}
        {{- end }}
      {{- if .secrets }}
      initContainers:
        # A new release starts only after the migration job has brought the schema up to date.
        - name: await-migrations
          {{- include "bunting.image" (dict "root" $root "name" "migrate") | nindent 10 }}
          args: [--wait]
          env:
            {{- include "bunting.secrets" (dict "root" $root "secrets" (list "DATABASE_URL")) | nindent 12 }}
            {{- include "bunting.authorityVariable" $root | nindent 12 }}
          resources:
            requests: { cpu: 50m, memory: 96Mi }
            limits: { cpu: 500m, memory: 128Mi }
          {{- include "bunting.authorityMount" $root | nindent 10 }}
          {{- include "bunting.locked" $root | nindent 10 }}
      {{- end }}
      containers:
        - name: {{ .name }}
          {{- include "bunting.image" . | nindent 10 }}
          ports:
            - name: http
              containerPort: {{ .port }}
          envFrom:
            - configMapRef:
                name: bunting-config
          env:
            - name: PORT
              value: {{ .port | quote }}
            {{- include "bunting.secrets" . | nindent 12 }}
            {{- if .secrets }}
            {{- include "bunting.authorityVariable" $root | nindent 12 }}
            {{- end }}
          startupProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 1
            failureThreshold: 60
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 2
          livenessProbe:
            httpGet: { path: /livez, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          lifecycle:
            preStop:
              # Time for every proxy to stop using this replica; then SIGTERM, and requests in flight are finished.
              sleep:
                seconds: 5
          resources: {{- toYaml .values.resources | nindent 12 }}
          {{- if .secrets }}
          {{- include "bunting.authorityMount" $root | nindent 10 }}
          {{- end }}
          {{- include "bunting.locked" $root | nindent 10 }}
      {{- if .secrets }}
      {{- include "bunting.authorityVolume" $root | nindent 6 }}
      {{- end }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ .name }}
  namespace: {{ $root.Release.Namespace }}
  labels: {{- include "bunting.labels" .name | nindent 4 }}
spec:
  selector:
    app.kubernetes.io/name: {{ .name }}
  ports:
    - name: http
      port: 80
      targetPort: http
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  namespace: {{ $root.Release.Namespace }}
  labels: {{- include "bunting.partOf" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app.kubernetes.io/name: {{ .name }}
{{- end }}

{{/*
Scales by CPU, and by `metric` where a metrics adapter serves it. Without the adapter the autoscaler scales up by CPU and does
not scale down. The context: that of bunting.service, and `metric` with `target`, its average for a replica.
*/}}
{{- define "bunting.autoscaler" -}}
{{- with .values.autoscaling -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $.name }}
  namespace: {{ $.root.Release.Namespace }}
  labels: {{- include "bunting.partOf" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ $.name }}
  minReplicas: {{ .minReplicas }}
  maxReplicas: {{ .maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: AverageValue
          averageValue: {{ .cpu }}
    - type: Pods
      pods:
        metric:
          name: {{ $.metric }}
        target:
          type: AverageValue
          averageValue: {{ $.target | quote }}
  behavior:
    scaleUp:
      stabilizationWindowSeconds: 0
      policies:
        - type: Percent
          value: 100
          periodSeconds: 15
    scaleDown:
      stabilizationWindowSeconds: 300
      policies:
        - type: Percent
          value: 25
          periodSeconds: 60
{{- end }}
{{- end }}
