{{- define "lintel.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "lintel.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "lintel.labels" -}}
{{ include "lintel.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "lintel.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}{{ else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* Secrets by reference; what is named under env counts before them. */ -}}
{{- define "lintel.environment" -}}
envFrom:
  - secretRef:
      name: {{ .Values.existingSecret }}
env:
  - { name: HOST, value: 0.0.0.0 }
  - { name: PORT, value: "8000" }
  - { name: DATA_DIR, value: /data }
  - { name: SHUTDOWN_DELAY_SECONDS, value: {{ .Values.shutdownDelaySeconds | quote }} }
  {{- if and .Values.ingress.enabled (not (hasKey .Values.settings "TRUST_PROXY")) }}
  - { name: TRUST_PROXY, value: "1" }
  {{- end }}
  {{- range $name, $value := .Values.settings }}
  {{- if ne (toString $value) "" }}
  - { name: {{ $name }}, value: {{ $value | toString | quote }} }
  {{- end }}
  {{- end }}
{{- end }}

{{- define "lintel.container" -}}
image: {{ include "lintel.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{ include "lintel.environment" . }}
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: temporary, mountPath: /tmp }
{{- end }}

{{- define "lintel.pod" -}}
serviceAccountName: default
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: data
    emptyDir:
      sizeLimit: {{ .Values.dataSizeLimit }}
  - name: temporary
    emptyDir:
      sizeLimit: {{ .Values.temporarySizeLimit }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
