;;; stiction.el --- Modelica by the language server of stiction -*- lexical-binding: t -*-
;; SPDX-License-Identifier: BSD-3-Clause
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1") (eglot "1.9"))

;;; Commentary:
;; A mode for Modelica files, and `eglot' with `stiction lsp' in it:
;;
;;   (add-to-list 'load-path "DIRECTORY OF THIS FILE")
;;   (require 'stiction)
;;   (add-hook 'stiction-modelica-mode-hook #'eglot-ensure)

;;; Code:

(require 'eglot)

(defgroup stiction nil
  "Modelica by the language server of stiction."
  :group 'languages)

(defcustom stiction-command "stiction"
  "The stiction command."
  :type 'string)

(defcustom stiction-library-paths nil
  "Directories in which top-level packages are looked up."
  :type '(repeat directory))

(defconst stiction-keywords
  '("algorithm" "and" "annotation" "block" "break" "class" "connect" "connector" "constant" "constrainedby" "der"
    "discrete" "each" "else" "elseif" "elsewhen" "encapsulated" "end" "enumeration" "equation" "expandable" "extends"
    "external" "false" "final" "flow" "for" "function" "if" "import" "impure" "in" "initial" "inner" "input" "loop"
    "model" "not" "operator" "or" "outer" "output" "package" "parameter" "partial" "protected" "public" "pure" "record"
    "redeclare" "replaceable" "return" "stream" "then" "true" "type" "when" "while" "within")
  "The keywords of Modelica 3.6.")

(defvar stiction-modelica-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?_ "_" table)
    table))

;;;###autoload
(define-derived-mode stiction-modelica-mode prog-mode "Modelica"
  "Major mode for Modelica files."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local font-lock-defaults
              `(((,(regexp-opt stiction-keywords 'symbols) . font-lock-keyword-face)
                 (,(regexp-opt '("Real" "Integer" "Boolean" "String" "Clock") 'symbols) . font-lock-type-face)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.mo\\'" . stiction-modelica-mode))

(add-to-list 'eglot-server-programs
             '(stiction-modelica-mode
               . (lambda (&rest _)
                   (append (list stiction-command "lsp")
                           (mapcan (lambda (path) (list "-L" (expand-file-name path))) stiction-library-paths)))))

(provide 'stiction)
;;; stiction.el ends here
